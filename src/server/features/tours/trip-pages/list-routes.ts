import { z } from 'zod/mini'
import { brand } from '#shared/brand.ts'
import { dayIn } from '#shared/dates.ts'
import type { Tour } from '#shared/tours/public.ts'
import type { ListToursQuery } from '#shared/tours/queries.ts'
import { TRIPS_PATH, tripsListPath } from '#shared/tours/trips-list.ts'
import { sendNotFound, sendPage } from '#server/lib/delivery/response-body.ts'
import { KeptPages, type ServedPages } from '#server/lib/delivery/served-pages.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import type { Catalogue } from '../catalogue-cache.ts'

const MAX_BYTES = 4 * 2 ** 20
/** Divisible into rows of two and of three. */
export const PAGE_SIZE = 24
const querySchema = z.object({ page: z.optional(z.unknown()) })

type List = { data: Tour[]; total: number; totalIsExact?: boolean }

/** Serves all tours page by page without a script, for crawlers. */
export function tripListRoutes(
  app: App,
  { config, origins, now }: Deps,
  { catalogue, served }: { catalogue: Catalogue; served: ServedPages },
): void {
  const { shell, renderer, notFound } = served
  const kept = new KeptPages(MAX_BYTES)

  app.get(TRIPS_PATH, { schema: { querystring: querySchema, hide: true } }, async (request, reply) => {
    const page = pageNumber(request.query.page)
    const query: ListToursQuery = { page: page ?? 1, limit: PAGE_SIZE }
    const found = page === undefined ? undefined : await catalogue.page(query)
    const list = found && ((await found.json()) as List)
    // An agency without tours still has a first page.
    if (page === undefined || !found || !list || (list.data.length === 0 && page > 1)) return sendNotFound(reply, shell.policy, notFound)
    const base = origins.ofRequest(request)
    const today = dayIn(config.AGENCY_TIME_ZONE, now())
    const body = await kept.find(`${base} ${page}`, `${today} ${found.etag}`, () => {
      const hasNext = page < MAX_PAGES && (page * PAGE_SIZE < list.total || list.totalIsExact === false)
      const { title, description, markup } = renderer.renderTrips({ tours: list.data, page, hasNext })
      const picture = { address: `${base}${brand.pictures.preview}`, alt: brand.tagline }
      const head = { title, description, address: `${base}${tripsListPath(page)}`, type: 'website' as const, picture }
      return shell.composeStill({ head, page: TRIPS_PATH, markup })
    })
    return sendPage(request, reply, shell.policy, body)
  })
}

/** Same limit as the list itself. */
const MAX_PAGES = 9999

/** Returns 1 if no page is given, undefined for an invalid number. */
function pageNumber(text: unknown): number | undefined {
  if (text === undefined) return 1
  return typeof text === 'string' && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined
}
