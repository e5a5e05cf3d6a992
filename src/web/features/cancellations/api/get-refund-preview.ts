import { queryOptions } from '@tanstack/react-query'
import { refundPreviewSchema } from '#shared/bookings/public.ts'
import { calls } from '#shared/paths.ts'
import { getJson, responseOf } from '#web/lib/http.ts'

/** Returns the query for what a cancellation now would give back. Beyond specification §7: silently absent on failure. */
export function refundPreviewQuery(bookingId: string) {
  return queryOptions({
    queryKey: ['bookings', 'refund-preview', bookingId],
    queryFn: ({ signal }) => responseOf(refundPreviewSchema, getJson(calls.refundPreview(bookingId), {}, { signal })),
    staleTime: 0,
    retry: false,
  })
}
