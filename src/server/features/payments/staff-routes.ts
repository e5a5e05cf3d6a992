import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/accounts.ts'
import { calls } from '#shared/paths.ts'
import { settleRefundBodySchema, takeUpPaymentBodySchema } from '#shared/tasks.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { actorOf } from '#server/features/audit/commands.ts'
import { staffCancellationRoutes } from './cancellation/staff-routes.ts'
import { goodwillRoutes } from './goodwill/staff-routes.ts'
import { outsidePaymentRoutes } from './outside/staff-routes.ts'
import { decideBooking } from './cancellation/decisions.ts'
import { takeUpPayment } from './comparison/taking-up.ts'
import { decideWrongPayment } from './quarantine/flows.ts'
import { readAgainRoutes } from './read-again/staff-routes.ts'
import { retryRefund } from './refunds/replacement.ts'
import { settleElsewhere } from './refunds/settlement.ts'
import { reservationRoutes } from './reservations/staff-routes.ts'

const schema = { params: z.object({ id: z.string().check(z.maxLength(64)) }), response: { 200: messageResponseSchema } }

/** What moves money: about a booking, and about tasks. The guard of the scope has let in only those whose role includes it. */
export function staffPaymentRoutes(app: App, deps: Deps): void {
  staffCancellationRoutes(app, deps)
  goodwillRoutes(app, deps)
  outsidePaymentRoutes(app, deps)

  app.post(calls.confirmPayment(':id'), { schema }, async (request) => {
    await decideWrongPayment(deps, actorOf(request, deps.auth.require(request).userId), taskId(request.params.id), 'confirm')
    return { message: 'The booking is confirmed' }
  })

  app.post(calls.returnPayment(':id'), { schema }, async (request) => {
    await decideWrongPayment(deps, actorOf(request, deps.auth.require(request).userId), taskId(request.params.id), 'refund')
    return { message: 'The payment goes back' }
  })

  app.post(calls.retryRefund(':id'), { schema }, async (request) => {
    await retryRefund(deps, actorOf(request, deps.auth.require(request).userId), taskId(request.params.id))
    return { message: 'The refund is sent again' }
  })

  app.post(calls.settleRefund(':id'), { schema: { ...schema, body: settleRefundBodySchema } }, async (request) => {
    const actor = actorOf(request, deps.auth.require(request).userId)
    await settleElsewhere(deps, actor, taskId(request.params.id), request.body.reference)
    return { message: 'The refund was paid another way' }
  })

  app.post(calls.keepBooking(':id'), { schema }, async (request) => {
    await decideBooking(deps, actorOf(request, deps.auth.require(request).userId), taskId(request.params.id), 'keep')
    return { message: 'The booking is kept' }
  })

  app.post(calls.withdrawBooking(':id'), { schema }, async (request) => {
    await decideBooking(deps, actorOf(request, deps.auth.require(request).userId), taskId(request.params.id), 'cancel')
    return { message: 'The booking is cancelled' }
  })

  app.post(calls.takeUpPayment(':id'), { schema: { ...schema, body: takeUpPaymentBodySchema } }, async (request) => {
    const actor = actorOf(request, deps.auth.require(request).userId)
    await takeUpPayment(deps, actor, taskId(request.params.id), request.body.reference)
    return { message: 'The payment is taken up' }
  })
}

/** What all staff do about bookings and their payments: it moves no money by itself. */
export function staffDeskRoutes(app: App, deps: Deps): void {
  readAgainRoutes(app, deps)
  reservationRoutes(app, deps)
}

/** Returns an id that the database can look for. Throws 404. */
function taskId(id: string): string {
  if (!isUuid(id)) throw notFound('Task')
  return id
}
