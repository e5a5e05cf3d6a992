import { z } from 'zod/mini'
import { taskSteps } from '#shared/tasks/step-calls.ts'
import { calls } from '#shared/paths.ts'
import { bookingMoneySchema, cancelBookingBodySchema, moneyResponseSchema } from '#shared/refunds/staff.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { actorOf } from '#server/lib/actors.ts'
import type { Serving } from '#server/lib/serve.ts'
import { asTaskId } from '#server/features/tasks/tasks.ts'
import { decideBooking } from './decisions.ts'
import { cancelByStaff } from './flows.ts'
import { goodwillRoutes } from './goodwill/staff-routes.ts'
import { getBookingMoney } from './queries.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })

export function staffCancellationRoutes(app: App, deps: Deps): void {
  goodwillRoutes(app, deps)

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

export function decisionCalls({ flow }: Serving): void {
  flow(taskSteps.keep, async ({ deps, actor, params }) => {
    await decideBooking(deps, actor, asTaskId(params.id), 'keep')
    return { message: 'Booking kept' }
  })
  flow(taskSteps.withdraw, async ({ deps, actor, params }) => {
    await decideBooking(deps, actor, asTaskId(params.id), 'cancel')
    return { message: 'The booking is cancelled' }
  })
}
