import { brand } from '#shared/brand.ts'
import { escapeHtml } from '#server/lib/escape-html.ts'

/** Search engines show about this many characters of a description. */
const MAX_DESCRIBED = 160

export interface PageHead {
  title: string
  /** Of any length; only its beginning is shown. */
  description: string
  /** The page's canonical absolute URL. A page without one is not indexed. */
  address?: string
  type: 'website' | 'product'
  picture: { address: string; alt: string }
  /** Description of the content in schema.org terms. */
  jsonLd?: object
}

/** Returns the tags of the page's `<head>` that differ between pages. */
export function headTags({ title, address, type, picture, jsonLd: data, ...head }: PageHead): string {
  const description = shortened(head.description, MAX_DESCRIBED)
  const fullTitle = `${title} · ${brand.name}`
  return [
    `<title>${escapeHtml(fullTitle)}</title>`,
    named('description', description),
    ...(address === undefined ? [named('robots', 'noindex')] : [`<link rel="canonical" href="${escapeHtml(address)}" />`]),
    ...(address === undefined ? [] : [property('url', address)]),
    property('type', type),
    property('site_name', brand.name),
    property('title', title),
    property('description', description),
    property('image', picture.address),
    property('image:alt', picture.alt),
    named('twitter:card', 'summary_large_image'),
    named('twitter:title', title),
    named('twitter:description', description),
    named('twitter:image', picture.address),
    named('twitter:image:alt', picture.alt),
    ...(data ? [`<script type="application/ld+json">${jsonLd(data)}</script>`] : []),
  ].join('')
}

const named = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}" />`
const property = (name: string, content: string) => `<meta property="og:${name}" content="${escapeHtml(content)}" />`

/** Returns JSON that cannot close the script element it is embedded in. */
export function jsonLd(value: object): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
}

/** Returns the beginning of a text on one line, cut between words. */
export function shortened(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= most) return line
  const start = line.slice(0, most)
  const lastBlank = start.lastIndexOf(' ')
  // Text without spaces is cut at the limit, but never within a character.
  const words = lastBlank > 0 ? start.slice(0, lastBlank) : start.replace(/[\uD800-\uDBFF]$/, '')
  let end = words.length
  while (/[\s.,;:]/.test(words.charAt(end - 1))) end--
  return `${words.slice(0, end)}…`
}
