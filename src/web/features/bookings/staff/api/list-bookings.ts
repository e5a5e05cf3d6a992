import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { calls } from '#shared/paths.ts'
import { SEARCH_LIMITED, staffBookingSchema, type BookingFilters } from '#shared/bookings/staff.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { exactResponseOf } from '#web/lib/ask.ts'
import { getPage } from '#web/lib/http.ts'

const PAGE = 50
/** Cursor of the first page. */
const FIRST_PAGE = ''

/**
 * Matching bookings in pages. `total` is set if the server could count that many; `isLimited` means that the search matches more people
 * than the server considers.
 */
export function bookingsQuery(filters: BookingFilters) {
  return infiniteQueryOptions({
    queryKey: [...consoleKey('bookings'), 'list', filters],
    queryFn: async ({ signal, pageParam }) => {
      const query = { ...filters, limit: PAGE, before: pageParam === FIRST_PAGE ? undefined : pageParam }
      const { body, headers, total } = await getPage(calls.staffBookings, query, { signal })
      const bookings = await exactResponseOf(z.array(staffBookingSchema), Promise.resolve(body))
      return { bookings, total, isLimited: headers.has(SEARCH_LIMITED) }
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ bookings }) => (bookings.length < PAGE ? undefined : bookings.at(-1)?.id),
    // Keeps the previous matches, dimmed, while new ones load.
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  })
}
