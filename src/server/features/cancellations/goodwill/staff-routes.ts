import { z } from 'zod/mini'
import { calls } from '#shared/paths.ts'
import { moneyResponseSchema, refundBookingBodySchema } from '#shared/refunds/staff.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { actorOf } from '#server/lib/actors.ts'
import { getBookingMoney } from '../queries.ts'
import { refundAsGoodwill } from './flows.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })

export function goodwillRoutes(app: App, deps: Deps): void {
  app.post(
    calls.refundBooking(':id'),
    {
      config: { permission: 'bookings.refund' },
      schema: { params: paramsSchema, body: refundBookingBodySchema, response: { 200: moneyResponseSchema } },
    },
    async (request) => {
      await refundAsGoodwill(deps, actorOf(request, deps.auth.require(request)), request.params.id, request.body)
      return { message: 'The refund is on its way', money: await getBookingMoney(deps, request.params.id) }
    },
  )
}
