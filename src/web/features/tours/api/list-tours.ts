import { infiniteQueryOptions } from '@tanstack/react-query'
import { calls } from '#shared/paths.ts'
import { LONGEST_LIST, listToursResponseSchema, TOURS_PAGE_SIZE } from '#shared/tours/public.ts'
import { responseOf, getJson } from '#web/lib/http.ts'
import { logProblem } from '#web/lib/log.ts'
import { retryWhileBusy } from '#web/lib/call-error.ts'
import { TOUR_LISTS } from '../listed-tour.ts'
import { UNREFINED, type TourRefinement } from '../tour-refinement.ts'

/** Fetches one page of the list. Other servers with the same contract may omit everything but `data`. */
async function fetchTours(search: string, { order, price, seats, isFreeToCancel }: TourRefinement, page: number, signal: AbortSignal) {
  const narrowed = { maxPrice: price || undefined, seats: seats || undefined, freeCancellation: isFreeToCancel || undefined }
  const query = { page, limit: TOURS_PAGE_SIZE, isActive: true, search: search || undefined, sort: order || undefined, ...narrowed }
  try {
    const {
      data,
      limit,
      total,
      totalIsExact,
      closest = [],
      lengthParts = [],
      understood = {},
    } = await responseOf(listToursResponseSchema, getJson(calls.listTours, query, { signal }))
    return {
      data,
      page,
      limit: limit ?? TOURS_PAGE_SIZE,
      total: total ?? data.length,
      isExact: totalIsExact !== false,
      closest,
      lengthParts,
      understood,
    }
  } catch (error) {
    if (!signal.aborted) logProblem('The tour list could not be loaded', error)
    throw error
  }
}

/** Returns the paged query for the tours that match a search text (specification §7) and a refinement. */
export function toursQuery(search: string, refinement: TourRefinement = UNREFINED) {
  return infiniteQueryOptions({
    queryKey: [...TOUR_LISTS, search, refinement],
    queryFn: ({ pageParam, signal }) => fetchTours(search, refinement, pageParam, signal),
    retry: retryWhileBusy,
    initialPageParam: 1,
    getNextPageParam: ({ data, page, limit, total, isExact }) => {
      // If the total is not exact, the first page that is not full is the last one.
      const isMore = isExact ? page * limit < total : data.length === limit && page * limit < LONGEST_LIST
      return isMore ? page + 1 : undefined
    },
  })
}
