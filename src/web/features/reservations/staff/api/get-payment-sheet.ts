import { queryOptions } from '@tanstack/react-query'
import { paymentSheetSchema } from '#shared/payments/payment-sheets.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/ask.ts'
import { postJson } from '#web/lib/http.ts'

/** A payment link. Every request creates a new one, so it is kept for the visit. */
export function paymentSheetQuery(bookingId: string) {
  return queryOptions({
    queryKey: ['staff', 'payment-sheet', bookingId],
    queryFn: () => exactResponseOf(paymentSheetSchema, postJson(calls.paymentSheet(bookingId))),
    staleTime: Infinity,
    retry: false,
  })
}
