import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { SEARCH_LIMITED, type BookingFilters } from '#shared/bookings/staff.ts'
import { getStory, listBookingAudit, listStaffBookings } from '#shared/desk/booking-calls.ts'
import { answerOf, queryOf } from '#web/lib/ask.ts'
import { consoleKey } from '#web/lib/console-key.ts'
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
      const { body, headers, total } = await getPage(listStaffBookings.path, query, { signal })
      const bookings = await answerOf(listStaffBookings, Promise.resolve(body))
      return { bookings, total, isLimited: headers.has(SEARCH_LIMITED) }
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ bookings }) => (bookings.length < PAGE ? undefined : bookings.at(-1)?.id),
    // Keeps the previous matches, dimmed, while new ones load.
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  })
}

export function storyQuery(id: string) {
  const rules = { key: [...consoleKey('bookings'), 'story', id], staleTime: 0, refetchOnWindowFocus: true }
  return queryOf(getStory, { params: { id } }, rules)
}

/** For users who may read the audit. */
export function bookingAuditQuery(id: string) {
  return queryOf(listBookingAudit, { params: { id } }, { key: [...consoleKey('bookings'), 'audit', id], staleTime: 0 })
}
