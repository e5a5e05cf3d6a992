import { tripPath } from '#shared/pages.ts'
import { TRIPS_PATH } from '#shared/tours/trips-list.ts'
import type { Catalogue } from './features/tours/catalogue-cache.ts'
import { sitemapRoutes } from './features/tours/sitemap.ts'
import { tripPages } from './features/tours/trip-pages.ts'
import { addContentPages, loadServedPages, sitemapText, XML_TYPE } from './lib/delivery/served-pages.ts'
import type { App, Deps } from './lib/deps.ts'
import { securityText } from './lib/security-text.ts'

/**
 * Registers `security.txt` and the indexable pages: the tours and content pages if the catalogue is open, otherwise only
 * the home page. If another origin serves the pages, they are not served here.
 */
export async function addPublicPages(app: App, deps: Deps, catalogue: Catalogue): Promise<void> {
  const { config, origins, now } = deps
  app.get('/.well-known/security.txt', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(securityText(config.PUBLIC_URL, now())),
  )
  const served = config.OPEN_CATALOGUE && !config.WEB_ORIGIN ? await loadServedPages() : undefined
  if (!served) {
    app.get('/sitemap.xml', async (request, reply) => reply.type(XML_TYPE).send(sitemapText([`${origins.ofPages(request)}/`])))
    return
  }
  addContentPages(app, served, origins)
  tripPages(app, deps, { catalogue, served })
  sitemapRoutes(app, deps, ['/', TRIPS_PATH, ...served.renderer.contentPaths])
  for (const path of [TRIPS_PATH, tripPath(':id'), ...served.renderer.contentPaths]) redirectSlash(app, path)
}

/** A page's address with a slash at its end leads to the one without, with its query. */
function redirectSlash(app: App, path: string): void {
  app.get(`${path}/`, { schema: { hide: true } }, async (request, reply) => {
    const [address = '', query] = request.url.split(/\?(.*)/s)
    return reply.redirect(`${address.replace(/\/$/, '')}${query === undefined ? '' : `?${query}`}`, 308)
  })
}
