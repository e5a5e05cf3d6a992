import { z } from 'zod/mini'
import { calls } from '#shared/paths.ts'
import { bookingMoneySchema, cancelBookingBodySchema, moneyResponseSchema } from '#shared/staff-refunds.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { actorOf } from '#server/features/audit/commands.ts'
import { cancelByStaff } from './flows.ts'
import { getBookingMoney } from './queries.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })

/** Cancelling somebody's booking, for managers and administrators. The guard of the scope has let only them in. */
export function staffCancellationRoutes(app: App, deps: Deps): void {
  app.get(calls.bookingMoney(':id'), { schema: { params: paramsSchema, response: { 200: bookingMoneySchema } } }, async (request) =>
    getBookingMoney(deps, request.params.id),
  )

  app.post(
    calls.cancelBooking(':id'),
    { schema: { params: paramsSchema, body: cancelBookingBodySchema, response: { 200: moneyResponseSchema } } },
    async (request) => {
      await cancelByStaff(deps, actorOf(request, deps.auth.require(request).userId), request.params.id, request.body)
      return { message: 'Booking cancelled', money: await getBookingMoney(deps, request.params.id) }
    },
  )
}
