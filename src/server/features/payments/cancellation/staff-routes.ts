import { z } from 'zod/mini'
import { calls } from '#shared/paths.ts'
import { bookingMoneySchema, cancelBookingBodySchema, moneyResponseSchema } from '#shared/staff-refunds.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { actorOf } from '#server/features/audit/commands.ts'
import { cancelByStaff } from './flows.ts'
import { getBookingMoney } from './queries.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })

/** Cancelling somebody's booking. */
export function staffCancellationRoutes(app: App, deps: Deps): void {
  app.get(
    calls.bookingMoney(':id'),
    { config: { permission: 'bookings.money' }, schema: { params: paramsSchema, response: { 200: bookingMoneySchema } } },
    async (request) => getBookingMoney(deps, request.params.id),
  )

  app.post(
    calls.cancelBooking(':id'),
    {
      config: { permission: 'bookings.cancel' },
      schema: { params: paramsSchema, body: cancelBookingBodySchema, response: { 200: moneyResponseSchema } },
    },
    async (request) => {
      await cancelByStaff(deps, actorOf(request, deps.auth.require(request)), request.params.id, request.body)
      return { message: 'Booking cancelled', money: await getBookingMoney(deps, request.params.id) }
    },
  )
}
