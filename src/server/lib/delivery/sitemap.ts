import { escapeHtml } from '#server/lib/escape-html.ts'

export const XML_TYPE = 'application/xml; charset=utf-8'
const START = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

export const SITEMAP_START = `${START}<urlset ${NAMESPACE}>\n`
export const SITEMAP_END = '</urlset>\n'

export function sitemapEntry(address: string, changedAt?: Date): string {
  const lastChange = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
  return `<url><loc>${escapeHtml(address)}</loc>${lastChange}</url>\n`
}

export function sitemapText(addresses: readonly string[]): string {
  return `${SITEMAP_START}${addresses.map((address) => sitemapEntry(address)).join('')}${SITEMAP_END}`
}

/** Builds the sitemap index that a large site needs. */
export function sitemapIndexText(addresses: readonly string[]): string {
  const entries = addresses.map((address) => `<sitemap><loc>${escapeHtml(address)}</loc></sitemap>\n`)
  return `${START}<sitemapindex ${NAMESPACE}>\n${entries.join('')}</sitemapindex>\n`
}
