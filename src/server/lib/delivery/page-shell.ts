import { hash } from 'node:crypto'
import { brand } from '#shared/brand.ts'
import { escapeHtml } from '#server/lib/plain-page.ts'

const HTML = '<html'
/** The build's only inline script, which starts the app; JSON-LD begins differently. */
const SCRIPT = '<script>'
const ROOT = '<div id="root">'
/** Prefixes of the tags that apply to the home page only. */
const OF_HOME = ['<meta name="description"', '<meta name="twitter:card"', '<meta property="og:', '<link rel="preload" as="image"']

/** index.html, split before the title, before React's output, and after it. */
type Parts = [start: string, beforeTitle: string, beforeRoot: string, end: string]

interface PageParts {
  head: PageHead
  /** The app's page that continues from this one, beginning with "/". */
  page: string
  /** The contents of `#root`. */
  markup: string
}

/** Uses the prerendered index.html as a frame for other pages, which share its styles and the script that starts the app. */
export class PageShell {
  /** Allows only the shell's own inline scripts: JSON-LD is data, which browsers never run. */
  readonly policy: string
  readonly #parts: Parts
  readonly #ownPaths: ReadonlySet<string>

  /** `ownPaths` are the pages that have a URL without a hash. Throws if the HTML does not have the build's structure. */
  constructor(html: string, ownPaths: readonly string[]) {
    this.#ownPaths = new Set(ownPaths)
    this.policy = contentSecurityPolicy(html)
    this.#parts = partsOf(html)
  }

  compose({ head, page, markup }: PageParts): string {
    const [start, beforeTitle, beforeRoot, end] = this.#parts
    const content = this.#withAddresses(markup)
    return `${start} data-page="${page}"${beforeTitle}${headTags(head)}${beforeRoot}${content}${end}`
  }

  /** Composes a page that has no counterpart in the app and stays static, so that nothing of the app is loaded. */
  composeStill(parts: PageParts): string {
    const [before, inScript] = cutAt(this.compose(parts), SCRIPT)
    return before + cutAt(inScript, '</script>')[1]
  }

  /**
   * Turns the app's hash links into ones that work from any URL and without a script. In text the quotation mark is
   * escaped, so only real links match.
   */
  #withAddresses(markup: string): string {
    return markup.replaceAll(/ href="#(\/[^"?#]*)((?:[?#][^"]*)?)"/g, (_link, path: string, rest: string) => {
      const isOwn = path === '/' || this.#ownPaths.has(path)
      return ` href="${isOwn ? path : `/#${path}`}${rest}"`
    })
  }
}

function partsOf(html: string): Parts {
  const [start, inHtml] = cutAt(html, HTML)
  const [beforeTitle, inTitle] = cutAt(inHtml, '<title>')
  const [beforeRoot, inRoot] = cutAt(cutAt(inTitle, '</title>')[1], ROOT)
  const end = inRoot.lastIndexOf('</div>', inRoot.lastIndexOf('<noscript>'))
  if (end < 0) throw notAsBuilt()
  return [`${start}${HTML}`, withoutHome(beforeTitle), `${withoutHome(beforeRoot)}${ROOT}`, inRoot.slice(end)]
}

function cutAt(text: string, mark: string): [before: string, behind: string] {
  const at = text.indexOf(mark)
  if (at < 0) throw notAsBuilt()
  return [text.slice(0, at), text.slice(at + mark.length)]
}

function notAsBuilt(): Error {
  return new Error('index.html has no title, no #root or no script')
}

function withoutHome(head: string): string {
  return head.replaceAll(/<(?:meta|link) [^<>]*>\s*/g, (tag) => (OF_HOME.some((start) => tag.startsWith(start)) ? '' : tag))
}

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
function jsonLd(value: object): string {
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

/** Builds a policy that allows only our own scripts and styles: files, and the inline ones from the build, by their hashes. */
export function contentSecurityPolicy(html: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${hashesOf(html, 'script').join(' ')}`.trim(),
    `style-src 'self' ${hashesOf(html, 'style').join(' ')}`.trim(),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self' https://checkout.stripe.com",
  ].join('; ')
}

function hashesOf(html: string, tag: 'script' | 'style'): string[] {
  return inlineTexts(html, tag).map((text) => `'sha256-${hash('sha256', text, 'base64')}'`)
}

/** Returns the contents of such elements, except those that refer to a file. */
function inlineTexts(html: string, tag: 'script' | 'style'): string[] {
  const texts: string[] = []
  for (let at = html.indexOf(`<${tag}`); at >= 0;) {
    const start = html.indexOf('>', at) + 1
    const end = html.indexOf(`</${tag}>`, start)
    if (start === 0 || end < 0) break
    if (!/\ssrc=/.test(html.slice(at, start))) texts.push(html.slice(start, end))
    at = html.indexOf(`<${tag}`, end)
  }
  return texts
}

/**
 * Adds to index.html the tags that need absolute URLs: the canonical URL, the preview picture, and who runs the site
 * (schema.org). `base` is the site's origin.
 */
export function withAbsoluteHead(html: string, base: string): string {
  const picture = `${base}${brand.pictures.preview}`
  const head = [
    `<link rel="canonical" href="${base}/" />`,
    `<meta property="og:url" content="${base}/" />`,
    `<script type="application/ld+json">${jsonLd(agency(base, picture))}</script>`,
  ]
  return html
    .replace(/(<meta property="og:image" content=")[^"]*"/, (_tag, start: string) => `${start}${picture}"`)
    .replace('</head>', () => `${head.join('')}</head>`)
}

function agency(base: string, image: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'TravelAgency',
    name: brand.name,
    description: brand.description,
    url: `${base}/`,
    logo: `${base}${brand.pictures.logo}`,
    image,
    email: brand.email,
    telephone: brand.phone,
    address: brand.address,
    sameAs: brand.social.map(({ href }) => href),
  }
}

/** Returns `/robots.txt`: pages may be crawled, but not the sandbox's pages or people's uploads. */
export function robotsText(base: string): string {
  return `User-agent: *\nDisallow: /card-sandbox/\nDisallow: /uploads/\n\nSitemap: ${base}/sitemap.xml\n`
}
