import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { brand } from '#shared/brand.ts'
import type { Renderer } from '#shared/renderer.ts'
import { projectRoot } from '#server/config/root.ts'
import type { Origins } from '#server/lib/origins.ts'
import { escapeHtml } from '#server/lib/plain-page.ts'
import { PageShell } from './page-shell.ts'
import { ResponseBody, sendPage } from './response-body.ts'
import { OPEN_CATALOGUE_TAG } from './site.ts'

const RENDERER = path.join(projectRoot, 'dist/render/render.js')
const INDEX = path.join(projectRoot, 'dist/web/index.html')

/** What server-rendered pages are built with: their frame, and a renderer that produces the same content as the app. */
export interface ServedPages {
  shell: PageShell
  renderer: Renderer
  notFound: string
}

/** Loads the files of the build. Returns undefined if there is none, as in development, where the app renders all pages itself. */
export async function loadServedPages(): Promise<ServedPages | undefined> {
  if (!existsSync(INDEX) || !existsSync(RENDERER)) return undefined
  // Node's own `localStorage` would be mistaken for a browser's, and prints a warning.
  Reflect.deleteProperty(globalThis, 'localStorage')
  const renderer = (await import(pathToFileURL(RENDERER).href)) as Renderer
  const html = readFileSync(INDEX, 'utf8').replace('<title>', `${OPEN_CATALOGUE_TAG}<title>`)
  const shell = new PageShell(html, renderer.contentPaths)
  const notFound = shell.compose({
    head: {
      title: 'Page Not Found',
      description: brand.description,
      type: 'website',
      picture: { address: brand.pictures.preview, alt: '' },
    },
    // Not a page of the app, which shows the same content here.
    page: '/not-found',
    markup: renderer.renderNotFound(),
  })
  return { shell, renderer, notFound }
}

/** A cached page and the version of its source; if that changes, the page is rebuilt. */
interface KeptPage {
  madeFrom: string
  body: ResponseBody
}

/** An LRU cache of pages, which saves 5 ms of rendering and 4 ms of compression per request. */
export class KeptPages {
  readonly #pages: LRUCache<string, KeptPage>

  constructor(maxBytes: number) {
    this.#pages = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ body }) => body.size })
  }

  /** Returns the cached page if it was built from the same `madeFrom`; otherwise builds it. */
  async find(key: string, madeFrom: string, make: () => string | Promise<string>): Promise<ResponseBody> {
    const known = this.#pages.get(key)
    if (known?.madeFrom === madeFrom) return known.body
    const body = await ResponseBody.packed(await make())
    this.#pages.set(key, { madeFrom, body })
    return body
  }
}

const MAX_KEPT_BYTES = 2 * 2 ** 20

/** Serves the content pages at their own paths, each built on first request. */
export function addContentPages(app: FastifyInstance, { shell, renderer }: ServedPages, origins: Origins): void {
  const kept = new KeptPages(MAX_KEPT_BYTES)

  async function make(page: string, address: string): Promise<string> {
    const { title, description, markup } = await renderer.renderContent(page)
    const picture = { address: new URL(brand.pictures.preview, address).href, alt: brand.tagline }
    const head = { title, description, address, type: 'website' as const, picture }
    return shell.compose({ head, page, markup })
  }

  for (const page of renderer.contentPaths) {
    app.get(page, { schema: { hide: true } }, async (request, reply) => {
      // Cached by origin too: the site may have several names, and its pages contain their own URL.
      const address = `${origins.ofRequest(request)}${page}`
      return sendPage(request, reply, shell.policy, await kept.find(address, '', async () => make(page, address)))
    })
  }
}

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
