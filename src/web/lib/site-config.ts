/**
 * Returns whether visitors may see tours without signing in. The server writes the tag into index.html when
 * OPEN_CATALOGUE is set; without it, tours stay behind the sign-in (specification §2).
 */
export function isCatalogueOpen(page: Document = document): boolean {
  return page.querySelector<HTMLMetaElement>('meta[name="open-catalogue"]')?.content === '1'
}
