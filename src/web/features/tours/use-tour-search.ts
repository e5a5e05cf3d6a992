import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigationType, useSearchParams } from 'react-router'
import { LONGEST_LIST, TOURS_PAGE_SIZE } from '#shared/tours/public.ts'
import { listTours } from '#shared/tours/search-calls.ts'
import { ask } from '#web/lib/ask.ts'
import { isBusy, retryWhileBusy } from '#web/lib/call-error.ts'
import { logProblem } from '#web/lib/log.ts'
import { leftAtIn, useEntry } from '#web/lib/page-title.ts'
import { keepResults, pagesLeft, TOUR_LISTS } from './kept-results.ts'
import { SENT_BESIDE, SENT_BY_ROW, SENT_ELSEWHERE } from './sent-by.ts'
import { buildSearchText, filtersFromParams, isSame, NO_FILTERS, ofAnyLength, paramsFromFilters, type TourFilters } from './tour-filters.ts'
import { isRefined, refinementFromParams, UNREFINED, withRefinement, type TourRefinement } from './tour-refine.tsx'

const LOADING = 'Loading destinations...'
const SEARCHING = 'Finding available tours...'
/** State of the tour list. The filters live only in the address, so that Back and shared links work. */
export function useTourSearch() {
  const [params, setParams] = useSearchParams()
  const location = useLocation()
  const entry = useEntry()
  const sentBy: unknown = useNavigationType() === 'POP' ? undefined : location.state
  const [loaderText, setLoaderText] = useState(LOADING)
  const client = useQueryClient()
  const filters = filtersFromParams(params)
  const refinement = refinementFromParams(params)
  const searchText = buildSearchText(filters)
  const query = useInfiniteQuery({ ...toursQuery(searchText, refinement), placeholderData: keepPreviousData })

  // After a reload, or once its cache is gone, the list resumes at the page where it was left.
  const left = leftAtIn(location.state)
  const wanted = useMemo(() => pagesLeft(params, entry, left), [params, entry, left])
  const loaded = query.data && !query.isPlaceholderData ? query.data.pages.length : 0
  const isReturning = loaded < wanted && query.hasNextPage && !query.isFetchNextPageError
  const { fetchNextPage, isFetching } = query
  const isServerBusy = isFetching && isBusy(query.failureReason)
  useEffect(() => {
    if (isReturning && !isFetching) void fetchNextPage({ cancelRefetch: false })
  }, [isReturning, isFetching, fetchNextPage])

  const shown = Math.max(loaded, wanted)
  useEffect(() => keepResults(params, entry, shown), [params, entry, shown])

  /** Always asks the server again, even for filters that were searched before. */
  const show = (next: TourFilters, text: string, refined = refinement, state = SENT_BESIDE) => {
    setLoaderText(text)
    const list = { queryKey: toursQuery(buildSearchText(next), refined).queryKey, exact: true }
    // A second click on a running search changes nothing; a different search never waits for it.
    if (client.isFetching(list) === 0) void client.resetQueries(list)
    // Repeating a search adds no history entry.
    setParams(withRefinement(paramsFromFilters(next), refined), { replace: isSame(next, filters), state })
  }

  const lengthParts = query.data?.pages[0]?.lengthParts ?? []
  const anyLength = ofAnyLength(filters, lengthParts)
  const tours = useMemo(() => query.data?.pages.flatMap((page) => page.data).filter((tour) => tour.isActive === true), [query.data])
  return {
    filters,
    refinement,
    isOwnSearch: sentBy === SENT_BY_ROW || sentBy === SENT_BESIDE,
    /** Whether the user has just submitted a search and expects results. */
    isAwaited: sentBy === SENT_BY_ROW || sentBy === SENT_ELSEWHERE,
    /** Identifies the current search. */
    asked: params.toString(),
    isNarrowed: searchText !== '' || isRefined(refinement),
    /** Whether further pages are loading because more were shown here before. */
    isReturning,
    /** Undefined while loading; empty after a failure (specification §8). */
    tours: tours ?? (query.isError ? [] : undefined),
    total: query.data?.pages[0]?.total ?? 0,
    /** False if there are more results than `total`. */
    isTotalExact: query.data?.pages[0]?.isExact ?? true,
    /** The days and group size that the server understood in the text. */
    understood: query.data?.pages[0]?.understood ?? {},
    /** The closest tours, when nothing matches. */
    closest: query.data?.pages[0]?.closest.filter((tour) => tour.isActive === true) ?? [],
    /** The same filters without the duration, when nothing matches; undefined if that would be the whole list, or finds nothing either. */
    anyLength: lengthParts.length > 0 && (buildSearchText(anyLength) !== '' || isRefined(refinement)) ? anyLength : undefined,
    /** Whether the list waits for a busy server. It shows what it has until then. */
    isServerBusy,
    loaderText: !isServerBusy && (query.isPending || query.isPlaceholderData) ? loaderText : undefined,
    search: (next: TourFilters) => show(next, SEARCHING, refinement, SENT_BY_ROW),
    /** Searches with fewer filters than the row shows; the row follows. */
    takeBack: (next: TourFilters, refined = refinement) => show(next, SEARCHING, refined, SENT_ELSEWHERE),
    refine: (next: TourRefinement) => show(filters, SEARCHING, next),
    clear: () => show(NO_FILTERS, LOADING, UNREFINED),
    more: {
      isThere: query.hasNextPage,
      isBusy: query.isFetchingNextPage,
      hasFailed: query.isFetchNextPageError,
      load: () => void query.fetchNextPage({ cancelRefetch: false }),
    },
  }
}

/** Fetches one page of the list. Other servers with the same contract may omit everything but `data`. */
async function fetchTours(search: string, { order, price, seats, isFreeToCancel }: TourRefinement, page: number, signal: AbortSignal) {
  const narrowed = {
    maxPrice: price || undefined,
    seats: seats || undefined,
    freeCancellation: isFreeToCancel ? ('true' as const) : undefined,
  }
  const query = {
    page,
    limit: TOURS_PAGE_SIZE,
    isActive: 'true' as const,
    search: search || undefined,
    sort: order || undefined,
    ...narrowed,
  }
  try {
    const { data, limit, total, totalIsExact, closest = [], lengthParts = [], understood = {} } = await ask(listTours, { query }, signal)
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
