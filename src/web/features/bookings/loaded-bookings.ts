import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { BookingPages } from './api/list-my-bookings.ts'

/** One list of My Bookings, as far as it has been loaded. */
export type LoadedBookings<T> = {
  /** Undefined until the first page has arrived. */
  bookings: T[] | undefined
  /** Of the whole list, as the server says, else of what is there. */
  total: number
  isPending: boolean
  retry: () => void
  more: { isThere: boolean; isBusy: boolean; hasFailed: boolean; load: () => void }
}

/** Returns the pages of a list as one. */
export function loadedBookings<T extends { id: string }>(query: UseInfiniteQueryResult<BookingPages<T>>): LoadedBookings<T> {
  // A booking that was made or cancelled in the meantime moves the others: one of them may be on two pages.
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
