import { queryOptions } from '@tanstack/react-query'
import { refundPreviewSchema } from '#shared/bookings/public.ts'
import { calls } from '#shared/paths.ts'
import { getJson, responseOf } from '#web/lib/http.ts'

/** The refund if cancelled now. Beyond specification §7: failures are silent. */
export function refundPreviewQuery(bookingId: string) {
  return queryOptions({
    queryKey: ['bookings', 'refund-preview', bookingId],
    queryFn: ({ signal }) => responseOf(refundPreviewSchema, getJson(calls.refundPreview(bookingId), {}, { signal })),
    staleTime: 0,
    retry: false,
  })
}
