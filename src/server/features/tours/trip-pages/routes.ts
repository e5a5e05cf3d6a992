import { z } from 'zod/mini'
import { dayIn } from '#shared/dates.ts'
import { pages, tripPath } from '#shared/pages.ts'
import type { Tour } from '#shared/tours/public.ts'
import { sendNotFound, sendPage } from '#server/lib/delivery/response-body.ts'
import { KeptPages, type ServedPages } from '#server/lib/delivery/served-pages.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import type { Catalogue } from '../catalogue-cache.ts'
import { tripHead } from './trip-head.ts'

/** Maximum total size of the cached pages, however many tours there are. */
const MAX_BYTES = 24 * 2 ** 20
const paramsSchema = z.object({ id: z.string() })

/** Serves tours as pages for crawlers and for reading without a script; the app takes over from there. */
export function tripPageRoutes(
  app: App,
  { config, origins, now }: Deps,
  { catalogue, served }: { catalogue: Catalogue; served: ServedPages },
): void {
  const { shell, renderer, notFound } = served
  const kept = new KeptPages(MAX_BYTES)

  app.get(tripPath(':id'), { schema: { params: paramsSchema, hide: true } }, async (request, reply) => {
    const details = await catalogue.find(request.params.id)
    if (!details) return sendNotFound(reply, shell.policy, notFound)
    const base = origins.ofRequest(request)
    const today = dayIn(config.AGENCY_TIME_ZONE, now())
    // Also keyed by origin, since the site may have several names and each page contains its own.
    const body = await kept.find(`${base} ${request.params.id}`, `${today} ${details.etag}`, async () => {
      const { data: tour } = (await details.json()) as { data: Tour }
      const page = { head: tripHead(tour, base, today), page: pages.destinationDetails(tour.id), markup: renderer.renderTour(tour) }
      return shell.compose(page)
    })
    return sendPage(request, reply, shell.policy, body)
  })
}
