import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { calls } from '#shared/paths.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { actorOf } from '#server/lib/actors.ts'
import { asTaskId } from '#server/features/tasks/tasks.ts'
import { decideWrongPayment } from './quarantine/flows.ts'

const schema = { params: z.object({ id: z.string().check(z.maxLength(64)) }), response: { 200: messageResponseSchema } }

/** What staff decide about a payment that is not what was agreed. */
export function staffFulfilmentRoutes(app: App, deps: Deps): void {
  app.post(calls.confirmPayment(':id'), { config: { permission: 'tasks.settle' }, schema }, async (request) => {
    await decideWrongPayment(deps, actorOf(request, deps.auth.require(request)), asTaskId(request.params.id), 'confirm')
    return { message: 'The booking is confirmed' }
  })

  app.post(calls.returnPayment(':id'), { config: { permission: 'tasks.settle' }, schema }, async (request) => {
    await decideWrongPayment(deps, actorOf(request, deps.auth.require(request)), asTaskId(request.params.id), 'refund')
    return { message: 'Refund sent' }
  })
}
