import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/accounts.ts'
import { calls } from '#shared/paths.ts'
import { disownPaymentBodySchema, settleRefundBodySchema, takeUpPaymentBodySchema } from '#shared/tasks.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import type { PersonalData } from '#server/lib/personal-data.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { actorOf } from '#server/features/audit/commands.ts'
import { staffCancellationRoutes } from './cancellation/staff-routes.ts'
import { goodwillRoutes } from './goodwill/staff-routes.ts'
import { payBack } from './outside/commands.ts'
import { outsidePaymentRoutes } from './outside/staff-routes.ts'
import { decideBooking } from './cancellation/decisions.ts'
import { disownPayment, takeUpPayment } from './comparison/taking-up.ts'
import { decideWrongPayment } from './quarantine/flows.ts'
import { readAgainRoutes } from './read-again/staff-routes.ts'
import { retryRefund } from './refunds/replacement.ts'
import { settleElsewhere } from './refunds/settlement.ts'
import { reservationRoutes } from './reservations/staff-routes.ts'

const schema = { params: z.object({ id: z.string().check(z.maxLength(64)) }), response: { 200: messageResponseSchema } }

/**
 * What staff do about bookings and their payments, and decide about tasks with money. `parts`: what the other features know about people.
 */
export function staffPaymentRoutes(app: App, deps: Deps, parts: readonly PersonalData[]): void {
  staffCancellationRoutes(app, deps)
  goodwillRoutes(app, deps)
  outsidePaymentRoutes(app, deps)
  readAgainRoutes(app, deps)
  reservationRoutes(app, deps, parts)

  app.post(calls.confirmPayment(':id'), { config: { permission: 'tasks.settle' }, schema }, async (request) => {
    await decideWrongPayment(deps, actorOf(request, deps.auth.require(request)), taskId(request.params.id), 'confirm')
    return { message: 'The booking is confirmed' }
  })

  app.post(calls.returnPayment(':id'), { config: { permission: 'tasks.settle' }, schema }, async (request) => {
    await decideWrongPayment(deps, actorOf(request, deps.auth.require(request)), taskId(request.params.id), 'refund')
    return { message: 'The payment goes back' }
  })

  app.post(calls.retryRefund(':id'), { config: { permission: 'tasks.settle' }, schema }, async (request) => {
    await retryRefund(deps, actorOf(request, deps.auth.require(request)), taskId(request.params.id))
    return { message: 'The refund is sent again' }
  })

  app.post(
    calls.settleRefund(':id'),
    { config: { permission: 'tasks.settle' }, schema: { ...schema, body: settleRefundBodySchema } },
    async (request) => {
      const actor = actorOf(request, deps.auth.require(request))
      await settleElsewhere(deps, actor, taskId(request.params.id), request.body.reference)
      return { message: 'The refund was paid another way' }
    },
  )

  app.post(calls.keepBooking(':id'), { config: { permission: 'tasks.settle' }, schema }, async (request) => {
    await decideBooking(deps, actorOf(request, deps.auth.require(request)), taskId(request.params.id), 'keep')
    return { message: 'The booking is kept' }
  })

  app.post(calls.withdrawBooking(':id'), { config: { permission: 'tasks.settle' }, schema }, async (request) => {
    await decideBooking(deps, actorOf(request, deps.auth.require(request)), taskId(request.params.id), 'cancel')
    return { message: 'The booking is cancelled' }
  })

  app.post(
    calls.takeUpPayment(':id'),
    { config: { permission: 'tasks.settle' }, schema: { ...schema, body: takeUpPaymentBodySchema } },
    async (request) => {
      const actor = actorOf(request, deps.auth.require(request))
      await takeUpPayment(deps, actor, taskId(request.params.id), request.body.reference)
      return { message: 'The payment is taken up' }
    },
  )

  app.post(
    calls.disownPayment(':id'),
    { config: { permission: 'tasks.settle' }, schema: { ...schema, body: disownPaymentBodySchema } },
    async (request) => {
      const actor = actorOf(request, deps.auth.require(request))
      await disownPayment(deps, actor, taskId(request.params.id), request.body.reference)
      return { message: 'The payment is not ours' }
    },
  )

  app.post(
    calls.payBack(':id'),
    { config: { permission: 'tasks.settle' }, schema: { ...schema, body: settleRefundBodySchema } },
    async (request) => {
      const actor = actorOf(request, deps.auth.require(request))
      await payBack(deps, actor, taskId(request.params.id), request.body.reference)
      return { message: 'The money is paid back' }
    },
  )
}

/** Returns an id that the database can look for. Throws 404. */
function taskId(id: string): string {
  if (!isUuid(id)) throw notFound('Task')
  return id
}
