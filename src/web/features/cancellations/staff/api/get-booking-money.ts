import { queryOptions } from '@tanstack/react-query'
import { calls } from '#shared/paths.ts'
import { bookingMoneySchema } from '#shared/refunds/staff.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { exactResponseOf } from '#web/lib/ask.ts'
import { getJson } from '#web/lib/http.ts'

/** Refetched for each decision. */
export function bookingMoneyQuery(id: string) {
  return queryOptions({
    queryKey: [...consoleKey('bookings'), 'money', id],
    queryFn: ({ signal }) => exactResponseOf(bookingMoneySchema, getJson(calls.bookingMoney(id), {}, { signal })),
    staleTime: 0,
    gcTime: 0,
  })
}
