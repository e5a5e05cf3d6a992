import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { calls } from '#shared/paths.ts'
import { voidPaymentBodySchema } from '#shared/reservations/staff.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { actorOf } from '#server/lib/actors.ts'
import { voidOfflinePayment } from './flows.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })

export function voidedPaymentRoutes(app: App, deps: Deps): void {
  app.post(
    calls.voidPayment(':id'),
    {
      config: { permission: 'payments.void' },
      schema: { params: paramsSchema, body: voidPaymentBodySchema, response: { 200: messageResponseSchema } },
    },
    async (request) => {
      const actor = actorOf(request, deps.auth.require(request))
      const isReopened = await voidOfflinePayment(deps, actor, request.params.id, request.body.reason)
      return { message: isReopened ? 'Payment voided. The booking is awaiting payment again' : 'The payment is voided' }
    },
  )
}
