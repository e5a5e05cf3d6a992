import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { calls } from '#shared/paths.ts'
import { offlinePaymentBodySchema } from '#shared/reservations/staff.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { actorOf } from '#server/lib/actors.ts'
import { recordOfflinePayment } from './flows.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })

export function offlinePaymentRoutes(app: App, deps: Deps): void {
  app.post(
    calls.outsidePayment(':id'),
    {
      config: { permission: 'payments.record' },
      schema: { params: paramsSchema, body: offlinePaymentBodySchema, response: { 200: messageResponseSchema } },
    },
    async (request) => {
      const isConfirmed = await recordOfflinePayment(deps, actorOf(request, deps.auth.require(request)), request.params.id, request.body)
      return { message: isConfirmed ? 'The booking is confirmed' : 'Payment recorded, awaiting a decision' }
    },
  )
}
