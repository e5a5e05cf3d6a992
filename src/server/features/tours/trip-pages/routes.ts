import { LRUCache } from 'lru-cache'
import { z } from 'zod/mini'
import { dayIn, type Day } from '#shared/dates.ts'
import { pages, tripPath } from '#shared/paths.ts'
import type { Tour } from '#shared/tours.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { sendFinished, type FinishedResponse } from '#server/lib/finished-response.ts'
import { PackedResponse } from '#server/lib/packed-response.ts'
import type { ServedPages } from '#server/lib/served-pages.ts'
import type { Catalogue } from '../catalogue-cache.ts'
import { tripHead } from './trip-head.ts'

const HTML_TYPE = 'text/html; charset=utf-8'
/** However many tours there are, no more of their pages are kept than this. */
const MOST_BYTES = 24 * 2 ** 20
const paramsSchema = z.object({ id: z.string() })

/** A page, and what it was made from: when that has changed, the page is made again. */
interface KeptPage {
  madeFrom: string
  response: PackedResponse
}

/** Serves tours as pages that can be read without a script, and that robots find. The program goes on from there. */
export function tripPageRoutes(
  app: App,
  { config, origins, now }: Deps,
  { catalogue, served }: { catalogue: Catalogue; served: ServedPages },
): void {
  const { shell, renderer, notFound } = served
  // By their address: the site may have several names, and its pages name themselves.
  const kept = new LRUCache<string, KeptPage>({ maxSize: MOST_BYTES, sizeCalculation: ({ response }) => response.size })

  async function make(details: FinishedResponse, base: string, today: Day): Promise<PackedResponse> {
    const { data: tour } = JSON.parse(details.body.toString()) as { data: Tour }
    const page = { head: tripHead(tour, base, today), page: pages.destinationDetails(tour.id), markup: renderer.renderTour(tour) }
    return PackedResponse.of(shell.compose(page))
  }

  app.get(tripPath(':id'), { schema: { params: paramsSchema, hide: true } }, async (request, reply) => {
    const details = await catalogue.find(request.params.id)
    reply.header('content-type', HTML_TYPE).header('content-security-policy', shell.policy)
    if (!details) return reply.code(404).send(notFound)
    reply.header('cache-control', 'no-cache')
    const base = origins.ofRequest(request)
    const today = dayIn(config.AGENCY_TIME_ZONE, now())
    const key = `${base} ${request.params.id}`
    const madeFrom = `${today} ${details.etag}`
    const known = kept.get(key)
    if (known?.madeFrom === madeFrom) return sendFinished(request, reply, known.response)
    const response = await make(details, base, today)
    kept.set(key, { madeFrom, response })
    return sendFinished(request, reply, response)
  })
}
