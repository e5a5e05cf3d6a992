/**
 * Whether tours can be seen without signing in. The server writes the tag into index.html if OPEN_CATALOGUE is set; otherwise tours require
 * a sign-in (specification §2).
 */
export function isCatalogueOpen(page: Document = document): boolean {
  return page.querySelector<HTMLMetaElement>('meta[name="open-catalogue"]')?.content === '1'
}
