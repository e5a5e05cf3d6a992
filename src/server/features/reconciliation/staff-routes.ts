import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { calls } from '#shared/paths.ts'
import { disownPaymentBodySchema, takeUpPaymentBodySchema } from '#shared/tasks/staff.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { actorOf } from '#server/lib/actors.ts'
import { asTaskId } from '#server/features/tasks/tasks.ts'
import { disownPayment, takeUpPayment } from './books/taking-up.ts'
import { readAgainRoutes } from './read-again/staff-routes.ts'

const schema = { params: z.object({ id: z.string().check(z.maxLength(64)) }), response: { 200: messageResponseSchema } }

export function staffReconciliationRoutes(app: App, deps: Deps): void {
  readAgainRoutes(app, deps)

  app.post(
    calls.takeUpPayment(':id'),
    { config: { permission: 'tasks.settle' }, schema: { ...schema, body: takeUpPaymentBodySchema } },
    async (request) => {
      const actor = actorOf(request, deps.auth.require(request))
      await takeUpPayment(deps, actor, asTaskId(request.params.id), request.body.reference)
      return { message: 'Payment imported' }
    },
  )

  app.post(
    calls.disownPayment(':id'),
    { config: { permission: 'tasks.settle' }, schema: { ...schema, body: disownPaymentBodySchema } },
    async (request) => {
      const actor = actorOf(request, deps.auth.require(request))
      await disownPayment(deps, actor, asTaskId(request.params.id), request.body.reference)
      return { message: 'Marked as not our payment' }
    },
  )
}
