import { sitemapRoutes } from './features/tours/trip-pages/sitemap-routes.ts'
import { tripPageRoutes } from './features/tours/trip-pages/routes.ts'
import type { Catalogue } from './features/tours/catalogue-cache.ts'
import { addContentPages } from './lib/content-pages.ts'
import type { App, Deps } from './lib/deps.ts'
import { loadServedPages } from './lib/served-pages.ts'
import { XML_TYPE, sitemapText } from './lib/sitemap.ts'

/**
 * Registers what robots and visitors find at addresses of their own: with an open catalogue the tours and the content pages, else
 * nothing but the home page. Where another origin shows the pages, they are not here.
 */
export async function addPublicPages(app: App, deps: Deps, catalogue: Catalogue): Promise<void> {
  const { config, origins } = deps
  const served = config.OPEN_CATALOGUE && !config.WEB_ORIGIN ? await loadServedPages() : undefined
  if (!served) {
    app.get('/sitemap.xml', async (request, reply) => reply.type(XML_TYPE).send(sitemapText([`${origins.ofPages(request)}/`])))
    return
  }
  addContentPages(app, served, origins)
  tripPageRoutes(app, deps, { catalogue, served })
  sitemapRoutes(app, deps, ['/', ...served.renderer.contentPaths])
}
