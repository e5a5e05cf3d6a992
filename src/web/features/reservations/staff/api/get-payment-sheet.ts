import { queryOptions } from '@tanstack/react-query'
import { paymentSheetSchema } from '#shared/payments/payment-sheets.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { postJson } from '#web/lib/http.ts'

/** Returns a link to the card page. Each is a new one; within a visit it stays the same. */
export function paymentSheetQuery(bookingId: string) {
  return queryOptions({
    queryKey: ['staff', 'payment-sheet', bookingId],
    queryFn: () => exactResponseOf(paymentSheetSchema, postJson(calls.paymentSheet(bookingId))),
    staleTime: Infinity,
    retry: false,
  })
}
