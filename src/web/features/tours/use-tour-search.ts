import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useSingleCall } from '#web/lib/use-single-call.ts'
import { toursQuery } from './api.ts'
import { buildSearchText, filtersFromParams, isSame, NO_FILTERS, paramsFromFilters, type TourFilters } from './tour-filters.ts'

const LOADING = 'Loading destinations...'
const SEARCHING = 'Finding available tours...'

/** Loads the list for the filters, which live only in the address, so that Back and a shared link work. */
export function useTourSearch() {
  const [params, setParams] = useSearchParams()
  const [loaderText, setLoaderText] = useState(LOADING)
  const client = useQueryClient()
  const filters = filtersFromParams(params)
  const searchText = buildSearchText(filters)
  const query = useInfiniteQuery({ ...toursQuery(searchText), placeholderData: keepPreviousData })

  /** Always asks the server again, even for filters that were searched before. */
  const { run: show } = useSingleCall(async (next: TourFilters, text: string) => {
    setLoaderText(text)
    void client.resetQueries({ queryKey: toursQuery(buildSearchText(next)).queryKey, exact: true })
    // Repeating the same search adds no page to go back from.
    setParams(paramsFromFilters(next), { replace: isSame(next, filters) })
  })

  const tours = useMemo(() => query.data?.pages.flatMap((page) => page.data).filter((tour) => tour.isActive === true), [query.data])
  return {
    filters,
    searchText,
    /** Undefined until something has arrived; empty after a failure (specification §8). */
    tours: tours ?? (query.isError ? [] : undefined),
    total: query.data?.pages[0]?.total ?? 0,
    loaderText: query.isPending || query.isPlaceholderData ? loaderText : undefined,
    search: (next: TourFilters) => show(next, SEARCHING),
    clear: () => show(NO_FILTERS, LOADING),
    more: {
      isThere: query.hasNextPage,
      isBusy: query.isFetchingNextPage,
      hasFailed: query.isFetchNextPageError,
      load: () => void query.fetchNextPage({ cancelRefetch: false }),
    },
  }
}
