import { z } from 'zod/mini'
import { createRefundBodySchema, createRefundResponseSchema, refundPreviewSchema } from '#shared/bookings/public.ts'
import { get, post } from '#shared/contract.ts'

/** Cancels a paid booking and refunds what its policy says (specification §7). */
export const cancelOwnBooking = post('/refund/create', {
  may: 'signedIn',
  body: createRefundBodySchema,
  returns: createRefundResponseSchema,
})

/** The refund if cancelled now, beyond specification §7. */
export const previewRefund = get('/refund/preview/:id', {
  may: 'signedIn',
  params: z.object({ id: z.string().check(z.maxLength(255)) }),
  returns: refundPreviewSchema,
})
