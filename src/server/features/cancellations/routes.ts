import { z } from 'zod/mini'
import { createRefundResponseSchema, createRefundBodySchema, refundPreviewSchema } from '#shared/bookings/public.ts'
import { centsToDecimal } from '#shared/money.ts'
import { calls } from '#shared/paths.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { cancelWithRefund } from './flows.ts'
import { previewRefund } from './queries.ts'

const idParamsSchema = z.object({ id: z.string().check(z.maxLength(255)) })

/** Cancels a paid booking and previews its refund (specification §7). */
export function cancellationRoutes(app: App, deps: Deps): void {
  const { auth } = deps

  app.get(calls.refundPreview(':id'), { schema: { params: idParamsSchema, response: { 200: refundPreviewSchema } } }, async (request) => {
    const { userId } = auth.require(request)
    return previewRefund(deps, userId, request.params.id)
  })

  app.post(
    calls.createRefund,
    { schema: { body: createRefundBodySchema, response: { 200: createRefundResponseSchema } } },
    async (request) => {
      const refund = await cancelWithRefund(deps, auth.require(request), request.body)
      return {
        message: 'Booking cancelled',
        status: 'cancelled' as const,
        refund: refund ? { amount: centsToDecimal(refund.amountCents), currency: refund.currency, state: refund.state } : null,
      }
    },
  )
}
