import { infiniteQueryOptions, queryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { monthSeatsResponseSchema } from '#shared/month-seats.ts'
import type { Month } from '#shared/months.ts'
import { calls } from '#shared/paths.ts'
import {
  LONGEST_LIST,
  listToursResponseSchema,
  seatsResponseSchema,
  similarToursResponseSchema,
  tourResponseSchema,
  TOURS_PAGE_SIZE,
  type TourOrder,
} from '#shared/tours.ts'
import type { Day } from '#shared/dates.ts'
import { responseOf, getJson } from '#web/lib/http.ts'
import { logProblem } from '#web/lib/log.ts'
import type { TourResponse } from './tour-view.ts'

/** Returns one page of the list; other servers with the same contract may leave out all but `data`. */
async function fetchTours(search: string, order: TourOrder | '', page: number, signal: AbortSignal) {
  const query = { page, limit: TOURS_PAGE_SIZE, isActive: true, search: search || undefined, sort: order || undefined }
  try {
    const {
      data,
      limit,
      total,
      totalIsExact,
      closest = [],
    } = await responseOf(listToursResponseSchema, getJson(calls.listTours, query, { signal }))
    return { data, page, limit: limit ?? TOURS_PAGE_SIZE, total: total ?? data.length, isExact: totalIsExact !== false, closest }
  } catch (error) {
    if (!signal.aborted) logProblem('The tour list could not be loaded', error)
    throw error
  }
}

/** All lists of tours. */
const LISTS = ['tours', 'list']

/** Returns the query for the tours that match a search text, page by page (specification §7); without an order, in the server's. */
export function toursQuery(search: string, order: TourOrder | '' = '') {
  return infiniteQueryOptions({
    queryKey: [...LISTS, search, order],
    queryFn: ({ pageParam, signal }) => fetchTours(search, order, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ data, page, limit, total, isExact }) => {
      // Where the total is not exact, only a page that is not full is the last one.
      const isMore = isExact ? page * limit < total : data.length === limit && page * limit < LONGEST_LIST
      return isMore ? page + 1 : undefined
    },
  })
}

/** Returns the query for one tour; its data is null when the response holds none. */
export function tourQuery(id: string) {
  return queryOptions({
    queryKey: ['tours', 'one', id],
    queryFn: async ({ signal }) => (await responseOf(tourResponseSchema, getJson(calls.tour(id), {}, { signal }))).data ?? null,
  })
}

/** Returns a tour from the lists that were loaded; undefined when none has it. */
export function listedTour(client: QueryClient, id: string) {
  const lists = client.getQueriesData<InfiniteData<{ data: TourResponse[] }>>({ queryKey: LISTS })
  return lists
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap(({ data }) => data)
    .find((tour) => tour.id === id)
}

/** All that is known of a tour's seats. */
export const seatsKey = (tourId: string) => ['tours', 'seats', tourId]

/** Returns the query for the tours like this one. Beyond specification §7: a failure is silent, and nothing waits for it. */
export function similarToursQuery(tourId: string) {
  return queryOptions({
    queryKey: ['tours', 'similar', tourId],
    queryFn: async ({ signal }) => (await responseOf(similarToursResponseSchema, getJson(calls.similarTours(tourId), {}, { signal }))).data,
    retry: false,
  })
}

/** Returns the query for the seats left on a day. Beyond specification §7: a failure is silent, and nothing waits for it. */
export function seatsQuery(tourId: string, date: Day) {
  return queryOptions({
    queryKey: [...seatsKey(tourId), date],
    queryFn: ({ signal }) => responseOf(seatsResponseSchema, getJson(calls.seats(tourId), { date }, { signal })),
    retry: false,
  })
}

/** Returns the query for the days of a month on which a tour departs, with the seats left. A failure is silent, as above. */
export function monthSeatsQuery(tourId: string, month: Month) {
  return queryOptions({
    queryKey: [...seatsKey(tourId), month],
    queryFn: async ({ signal }) =>
      (await responseOf(monthSeatsResponseSchema, getJson(calls.monthSeats(tourId), { month }, { signal }))).days,
    retry: false,
  })
}
