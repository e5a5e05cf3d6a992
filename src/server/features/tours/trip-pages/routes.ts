import { z } from 'zod/mini'
import { dayIn } from '#shared/dates.ts'
import { pages, tripPath } from '#shared/pages.ts'
import type { Tour } from '#shared/tours.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { sendFinished } from '#server/lib/finished-response.ts'
import { KeptPages } from '#server/lib/kept-pages.ts'
import type { ServedPages } from '#server/lib/served-pages.ts'
import type { Catalogue } from '../catalogue-cache.ts'
import { tripHead } from './trip-head.ts'

const HTML_TYPE = 'text/html; charset=utf-8'
/** However many tours there are, no more of their pages are kept than this. */
const MOST_BYTES = 24 * 2 ** 20
const paramsSchema = z.object({ id: z.string() })

/** Serves tours as pages that can be read without a script, and that robots find. The program goes on from there. */
export function tripPageRoutes(
  app: App,
  { config, origins, now }: Deps,
  { catalogue, served }: { catalogue: Catalogue; served: ServedPages },
): void {
  const { shell, renderer, notFound } = served
  const kept = new KeptPages(MOST_BYTES)

  app.get(tripPath(':id'), { schema: { params: paramsSchema, hide: true } }, async (request, reply) => {
    const details = await catalogue.find(request.params.id)
    reply.header('content-type', HTML_TYPE).header('content-security-policy', shell.policy)
    if (!details) return reply.code(404).send(notFound)
    reply.header('cache-control', 'no-cache')
    const base = origins.ofRequest(request)
    const today = dayIn(config.AGENCY_TIME_ZONE, now())
    // By their address: the site may have several names, and its pages name themselves.
    const response = await kept.find(`${base} ${request.params.id}`, `${today} ${details.etag}`, () => {
      const { data: tour } = JSON.parse(details.body.toString()) as { data: Tour }
      const page = { head: tripHead(tour, base, today), page: pages.destinationDetails(tour.id), markup: renderer.renderTour(tour) }
      return shell.compose(page)
    })
    return sendFinished(request, reply, response)
  })
}
