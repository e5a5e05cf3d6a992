import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import { projectRoot } from '#server/config/root.ts'
import type { Origins } from '#server/lib/origins.ts'
import { contentSecurityPolicy, robotsText, withAbsoluteHead } from './page-shell.ts'
import { BEST, ResponseBody, sendPage } from './response-body.ts'

const webFolder = path.join(projectRoot, 'dist/web')
/** Tells the pages that visitors may see tours (src/web/lib/access.ts). */
export const OPEN_CATALOGUE_TAG = '<meta name="open-catalogue" content="1" />'
/** Compressed forms are sent in place of the plain file; source maps are for us alone. */
const NOT_SERVED = /\.(br|gz|map)$/
const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Serves the built pages. Without a build (in development Vite serves them) there is only a line saying so. */
export function addSite(app: FastifyInstance, config: Config, origins: Origins): void {
  app.get('/robots.txt', async (request, reply) => reply.type('text/plain; charset=utf-8').send(robotsText(origins.ofPages(request))))
  const indexFile = path.join(webFolder, 'index.html')
  if (!existsSync(indexFile)) {
    app.get('/', async () => 'The pages haven’t been built. Run npm start to build them, or npm run dev to serve them.\n')
    return
  }
  const html = withSettings(readFileSync(indexFile, 'utf8'), config)
  const policy = contentSecurityPolicy(html)
  let page: Promise<ResponseBody> | undefined
  app.get('/', async (request, reply) => sendPage(request, reply, policy, await (page ??= ResponseBody.packed(html, BEST))))
  app.get('/index.html', async (_request, reply) => reply.redirect('/', 301))
  // The page has its own route, which adds its policy.
  void app.register(fastifyStatic, {
    ...FILES,
    root: webFolder,
    wildcard: false,
    globIgnore: ['index.html*', 'art/**', 'assets/**', 'coast/**'],
  })
  addFolder(app, 'assets', { preCompressed: true })
  addFolder(app, 'art', { preCompressed: false })
  addFolder(app, 'coast', { preCompressed: true })
}

const FILES = {
  index: false,
  cacheControl: false,
  decorateReply: false,
  setHeaders(response, file) {
    // Built files have a content hash in their name; pictures do not and may change with a deployment.
    const isHashed = file.startsWith(path.join(webFolder, 'assets'))
    response.header('cache-control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=86400')
    // Other text files get a charset from their extension; SVG counts as a picture.
    if (file.endsWith('.svg')) response.header('content-type', 'image/svg+xml; charset=utf-8')
  },
} satisfies Partial<FastifyStaticOptions>

/**
 * Serves the files of a folder through one route, without touching the disk for names that were not built.
 * `preCompressed` says whether compressed forms exist; for pictures each would be looked up in vain.
 */
function addFolder(app: FastifyInstance, folder: string, { preCompressed }: { preCompressed: boolean }): void {
  const root = path.join(webFolder, folder)
  const names = new Set(readdirSync(root).filter((name) => !NOT_SERVED.test(name)))
  void app.register(async (scope) => {
    await scope.register(fastifyStatic, { ...FILES, root, preCompressed, serve: false, decorateReply: true })
    scope.route<{ Params: { name: string } }>({
      method: ['HEAD', 'GET'],
      url: `/${folder}/:name`,
      schema: { hide: true },
      handler: (request, reply) => (names.has(request.params.name) ? reply.sendFile(request.params.name) : reply.callNotFound()),
    })
  })
}

/** Tells the pages which of the relevant settings are on, and crawlers the site's origin if it has one. */
function withSettings(html: string, config: Config): string {
  const base = config.WEB_ORIGIN ?? config.PUBLIC_URL
  const page = config.OPEN_CATALOGUE ? html.replace('<title>', `${OPEN_CATALOGUE_TAG}<title>`) : html
  return base === undefined ? page : withAbsoluteHead(page, base)
}
