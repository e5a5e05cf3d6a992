import { z } from 'zod/mini'
import { brand } from '#shared/brand.ts'
import { dayIn, type Day } from '#shared/dates.ts'
import { pages, tripPath } from '#shared/pages.ts'
import { nextRunDays } from '#shared/run-days.ts'
import type { Tour } from '#shared/tours/public.ts'
import { runDaysOf } from '#shared/tours/runs.ts'
import { lastTravelDay } from '#shared/tours/travel-days.ts'
import { TRIPS_PATH, tripsListPath } from '#shared/tours/trips-list.ts'
import type { PageHead } from '#server/lib/delivery/page-shell.ts'
import { sendNotFound, sendPage } from '#server/lib/delivery/response-body.ts'
import { KeptPages, type ServedPages } from '#server/lib/delivery/served-pages.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import type { Catalogue } from './catalogue-cache.ts'

/** Maximum total sizes of the cached pages, however many tours there are. */
const MAX_BYTES = { tours: 24 * 2 ** 20, list: 4 * 2 ** 20 }
/** Divisible into rows of two and of three. */
export const PAGE_SIZE = 24
/** Same limit as the list itself. */
const MAX_PAGES = 9999

interface Parts {
  catalogue: Catalogue
  served: ServedPages
}

/** Serves tours, and the list of them, as pages for crawlers and for reading without a script. */
export function tripPages(app: App, deps: Deps, parts: Parts): void {
  onePage(app, deps, parts)
  listPages(app, deps, parts)
}

/** The app takes over from there. */
function onePage(app: App, { config, origins, now }: Deps, { catalogue, served }: Parts): void {
  const { shell, renderer, notFound } = served
  const kept = new KeptPages(MAX_BYTES.tours)

  app.get(tripPath(':id'), { schema: { params: z.object({ id: z.string() }), hide: true } }, async (request, reply) => {
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

type List = { data: Tour[]; total: number; totalIsExact?: boolean }

function listPages(app: App, { config, origins, now }: Deps, { catalogue, served }: Parts): void {
  const { shell, renderer, notFound } = served
  const kept = new KeptPages(MAX_BYTES.list)

  app.get(TRIPS_PATH, { schema: { querystring: z.object({ page: z.optional(z.unknown()) }), hide: true } }, async (request, reply) => {
    const page = pageNumber(request.query.page)
    const query = { page: page ?? 1, limit: PAGE_SIZE }
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

/** Returns 1 if no page is given, undefined for an invalid number. */
function pageNumber(text: unknown): number | undefined {
  if (text === undefined) return 1
  return typeof text === 'string' && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined
}

/** `base` is the site's origin. */
function tripHead(tour: Tour, base: string, today: Day): PageHead {
  const address = `${base}${tripPath(tour.id)}`
  const [first] = tour.images
  return {
    title: `${tour.name}, ${tour.duration === 1 ? '1 day' : `${tour.duration} days`} in ${tour.destination}`,
    description: tour.overview || brand.description,
    address,
    type: 'product',
    picture: { address: `${base}${first?.filePath ?? brand.pictures.preview}`, alt: first?.alt ?? tour.name },
    jsonLd: tripJsonLd(tour, { address, base, today }),
  }
}

/**
 * Describes a tour for schema.org as both a trip and a product, because search engines show price and rating only for
 * products (developers.google.com/search/docs/appearance/structured-data/product-snippet). Without reviews there is no
 * rating.
 */
function tripJsonLd(tour: Tour, { address, base, today }: { address: string; base: string; today: Day }) {
  const { name, overview, images, tourType, itinerary, rating, reviews } = tour
  const agency = { '@type': 'TravelAgency', name: brand.name, url: `${base}/` }
  const departs = nextRunDays(runDaysOf(tour.runs), today, lastTravelDay(today), 1).length > 0
  return {
    '@context': 'https://schema.org',
    '@type': ['Product', 'TouristTrip'],
    '@id': address,
    url: address,
    name,
    description: overview || brand.description,
    ...(images.length > 0 && { image: images.map(({ filePath }) => `${base}${filePath}`) }),
    ...(tourType !== '' && { touristType: tourType }),
    brand: { '@type': 'Brand', name: brand.name },
    provider: agency,
    ...(itinerary.length > 0 && {
      itinerary: {
        '@type': 'ItemList',
        itemListElement: itinerary.map((day) => ({
          '@type': 'ListItem',
          position: day.dayNumber,
          name: day.title,
          description: day.description,
        })),
      },
    }),
    offers: {
      '@type': 'Offer',
      url: address,
      price: tour.basePrice,
      priceCurrency: tour.currency.toUpperCase(),
      availability: `https://schema.org/${departs ? 'InStock' : 'OutOfStock'}`,
      seller: agency,
    },
    ...(rating !== null && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: rating, reviewCount: reviews, bestRating: 5, worstRating: 1 },
    }),
  }
}
