import { queryOptions } from '@tanstack/react-query'
import { confirmationResponseSchema } from '#shared/bookings/confirmations.ts'
import { calls } from '#shared/paths.ts'
import { getJson, responseOf } from '#web/lib/http.ts'

export function confirmationQuery(bookingId: string) {
  return queryOptions({
    queryKey: ['bookings', 'confirmation', bookingId],
    queryFn: ({ signal }) => responseOf(confirmationResponseSchema, getJson(calls.confirmation(bookingId), {}, { signal })),
  })
}
