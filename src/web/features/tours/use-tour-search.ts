import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigationType, useSearchParams } from 'react-router'
import { leftAtIn, useEntry } from '#web/lib/history-entry.ts'
import { toursQuery } from './api/list-tours.ts'
import { buildSearchText, filtersFromParams, isSame, NO_FILTERS, ofAnyLength, paramsFromFilters, type TourFilters } from './tour-filters.ts'
import { keepResults, pagesLeft } from './kept-results.ts'
import { isRefined, refinementFromParams, UNREFINED, withRefinement, type TourRefinement } from './tour-refinement.ts'
import { SENT_BESIDE, SENT_BY_ROW, SENT_ELSEWHERE } from './sent-by.ts'

const LOADING = 'Loading destinations...'
const SEARCHING = 'Finding available tours...'
/** Loads the list for the filters, which live only in the address, so that Back and a shared link work. */
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

  // A new document, or one that has dropped its lists, goes on to where the list was left.
  const left = leftAtIn(location.state)
  const wanted = useMemo(() => pagesLeft(params, entry, left), [params, entry, left])
  const loaded = query.data && !query.isPlaceholderData ? query.data.pages.length : 0
  const isReturning = loaded < wanted && query.hasNextPage && !query.isFetchNextPageError
  const { fetchNextPage, isFetching } = query
  useEffect(() => {
    if (isReturning && !isFetching) void fetchNextPage({ cancelRefetch: false })
  }, [isReturning, isFetching, fetchNextPage])

  const shown = Math.max(loaded, wanted)
  useEffect(() => keepResults(params, entry, shown), [params, entry, shown])

  /** Always asks the server again, even for filters that were searched before. */
  const show = (next: TourFilters, text: string, refined = refinement, state = SENT_BESIDE) => {
    setLoaderText(text)
    const list = { queryKey: toursQuery(buildSearchText(next), refined).queryKey, exact: true }
    // A second click on the same search finds it under way; another search is never kept waiting.
    if (client.isFetching(list) === 0) void client.resetQueries(list)
    // Repeating the same search adds no page to go back from.
    setParams(withRefinement(paramsFromFilters(next), refined), { replace: isSame(next, filters), state })
  }

  const lengthParts = query.data?.pages[0]?.lengthParts ?? []
  const anyLength = ofAnyLength(filters, lengthParts)
  const tours = useMemo(() => query.data?.pages.flatMap((page) => page.data).filter((tour) => tour.isActive === true), [query.data])
  return {
    filters,
    refinement,
    isOwnSearch: sentBy === SENT_BY_ROW || sentBy === SENT_BESIDE,
    /** Whether somebody has asked for the list just now, and so wants to see what comes. */
    isAwaited: sentBy === SENT_BY_ROW || sentBy === SENT_ELSEWHERE,
    /** What is looked for, as one text. */
    asked: params.toString(),
    isNarrowed: searchText !== '' || isRefined(refinement),
    /** Whether more pages are on their way because more were shown here before. */
    isReturning,
    /** Undefined until something has arrived; empty after a failure (specification §8). */
    tours: tours ?? (query.isError ? [] : undefined),
    total: query.data?.pages[0]?.total ?? 0,
    /** False when there are more results than the total says. */
    isTotalExact: query.data?.pages[0]?.isExact ?? true,
    /** What comes closest where nothing matches. */
    closest: query.data?.pages[0]?.closest.filter((tour) => tour.isActive === true) ?? [],
    /** The same search for tours of any length, where nothing matches; undefined where that finds nothing either, or is the whole list. */
    anyLength: lengthParts.length > 0 && (buildSearchText(anyLength) !== '' || isRefined(refinement)) ? anyLength : undefined,
    loaderText: query.isPending || query.isPlaceholderData ? loaderText : undefined,
    search: (next: TourFilters) => show(next, SEARCHING, refinement, SENT_BY_ROW),
    /** Searches for less than the row shows, which then follows. */
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
