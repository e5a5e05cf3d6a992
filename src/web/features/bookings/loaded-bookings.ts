import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { BookingPages } from './api/list-my-bookings.ts'

export type LoadedBookings<T> = {
  /** Undefined until the first page has loaded. */
  bookings: T[] | undefined
  /** The server's total, or else the number loaded. */
  total: number
  isPending: boolean
  retry: () => void
  more: { isThere: boolean; isBusy: boolean; hasFailed: boolean; load: () => void }
}

export function loadedBookings<T extends { id: string }>(query: UseInfiniteQueryResult<BookingPages<T>>): LoadedBookings<T> {
  // If a booking was made or cancelled in between, the pages shift and may contain the same booking twice.
  const byId = new Map<string, T>()
  for (const booking of query.data?.pages.flatMap(({ bookings }) => bookings) ?? []) byId.set(booking.id, booking)
  return {
    bookings: query.data && [...byId.values()],
    total: query.data?.pages.at(-1)?.total ?? byId.size,
    isPending: query.isPending,
    retry: () => void query.refetch({ cancelRefetch: false }),
    more: {
      isThere: query.hasNextPage,
      isBusy: query.isFetchingNextPage,
      hasFailed: query.isFetchNextPageError,
      load: () => void query.fetchNextPage({ cancelRefetch: false }),
    },
  }
}
