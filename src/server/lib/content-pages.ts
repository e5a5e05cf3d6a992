import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { brand } from '#shared/brand.ts'
import { sendFinished } from './finished-response.ts'
import type { Origins } from './origins.ts'
import { PackedResponse } from './packed-response.ts'
import type { ServedPages } from './served-pages.ts'

const HTML_TYPE = 'text/html; charset=utf-8'
const MOST_BYTES = 2 * 2 ** 20

/** Serves the content pages at their own paths, each made when it is first asked for. */
export function addContentPages(app: FastifyInstance, { shell, renderer }: ServedPages, origins: Origins): void {
  // By their address: the site may have several names, and its pages name themselves.
  const kept = new LRUCache<string, PackedResponse>({ maxSize: MOST_BYTES, sizeCalculation: ({ size }) => size })

  async function make(path: string, address: string): Promise<PackedResponse> {
    const { title, description, markup } = await renderer.renderContent(path)
    const picture = { address: new URL(brand.pictures.preview, address).href, alt: brand.tagline }
    const head = { title, description, address, type: 'website' as const, picture }
    return PackedResponse.of(shell.compose({ head, page: path, markup }))
  }

  for (const path of renderer.contentPaths) {
    app.get(path, { schema: { hide: true } }, async (request, reply) => {
      const address = `${origins.ofRequest(request)}${path}`
      const page = kept.get(address) ?? (await make(path, address))
      kept.set(address, page)
      reply.header('content-type', HTML_TYPE).header('content-security-policy', shell.policy).header('cache-control', 'no-cache')
      return sendFinished(request, reply, page)
    })
  }
}
