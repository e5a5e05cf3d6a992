import { queryOptions } from '@tanstack/react-query'

/**
 * The traveller's bookings of a tour. Beyond specification §7: a failure is silent, and nothing waits for it. The key is nested under that
 * of My Bookings, so that both are invalidated together.
 */
export function ownBookingsQuery(tourId: string) {
  return queryOptions({
    queryKey: ['bookings', 'tours', tourId],
    // Loaded on demand, since most visitors of a tour have not booked it.
    queryFn: async ({ signal }) => (await import('./fetch-own-bookings.ts')).fetchOwnBookings(tourId, signal),
    staleTime: 0,
    retry: false,
    // Something may have been paid or released in another tab.
    refetchOnWindowFocus: 'always',
  })
}
