import type { FastifyInstance } from 'fastify'
import { brand } from '#shared/brand.ts'
import type { Origins } from '#server/lib/origins.ts'
import { KeptPages } from './kept-pages.ts'
import { sendPage } from './send-body.ts'
import type { ServedPages } from './served-pages.ts'

const MAX_BYTES = 2 * 2 ** 20

/** Serves the content pages at their own paths, each built on first request. */
export function addContentPages(app: FastifyInstance, { shell, renderer }: ServedPages, origins: Origins): void {
  const kept = new KeptPages(MAX_BYTES)

  async function make(path: string, address: string): Promise<string> {
    const { title, description, markup } = await renderer.renderContent(path)
    const picture = { address: new URL(brand.pictures.preview, address).href, alt: brand.tagline }
    const head = { title, description, address, type: 'website' as const, picture }
    return shell.compose({ head, page: path, markup })
  }

  for (const path of renderer.contentPaths) {
    app.get(path, { schema: { hide: true } }, async (request, reply) => {
      // Cached by origin too: the site may have several names, and its pages contain their own URL.
      const address = `${origins.ofRequest(request)}${path}`
      return sendPage(request, reply, shell.policy, await kept.find(address, '', async () => make(path, address)))
    })
  }
}
