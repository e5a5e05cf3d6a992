import { queryOptions } from '@tanstack/react-query'

/**
 * Returns the query for what its traveller has of one tour. Beyond specification §7: a failure is silent, and nothing waits for it.
 * A part of the key of My Bookings, so that both are loaded anew together.
 */
export function ownBookingsQuery(tourId: string) {
  return queryOptions({
    queryKey: ['bookings', 'tours', tourId],
    // On demand: most visitors of a tour have not booked it.
    queryFn: async ({ signal }) => (await import('./fetch-own-bookings.ts')).fetchOwnBookings(tourId, signal),
    staleTime: 0,
    retry: false,
    // Something may have been paid or released in another tab.
    refetchOnWindowFocus: 'always',
  })
}
