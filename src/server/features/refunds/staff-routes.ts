import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { calls } from '#shared/paths.ts'
import { settleRefundBodySchema } from '#shared/tasks/staff.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { actorOf } from '#server/lib/actors.ts'
import { asTaskId } from '#server/features/tasks/tasks.ts'
import { payBack } from './pay-back.ts'
import { answerQuestion } from './questions.ts'
import { retryRefund } from './replacement.ts'
import { settleElsewhere } from './settlement.ts'

const schema = { params: z.object({ id: z.string().check(z.maxLength(64)) }), response: { 200: messageResponseSchema } }

export function staffRefundRoutes(app: App, deps: Deps): void {
  app.post(calls.retryRefund(':id'), { config: { permission: 'tasks.settle' }, schema }, async (request) => {
    await retryRefund(deps, actorOf(request, deps.auth.require(request)), asTaskId(request.params.id))
    return { message: 'Refund resent' }
  })

  app.post(
    calls.settleRefund(':id'),
    { config: { permission: 'tasks.settle' }, schema: { ...schema, body: settleRefundBodySchema } },
    async (request) => {
      const actor = actorOf(request, deps.auth.require(request))
      await settleElsewhere(deps, actor, asTaskId(request.params.id), request.body.reference)
      return { message: 'The refund was paid another way' }
    },
  )

  for (const [answer, path] of [
    ['same', calls.sameRefund],
    ['other', calls.otherRefund],
  ] as const) {
    app.post(path(':id'), { config: { permission: 'tasks.settle' }, schema }, async (request) => {
      await answerQuestion(deps, actorOf(request, deps.auth.require(request)), asTaskId(request.params.id), answer)
      return { message: answer === 'same' ? 'Marked as the same refund' : 'Marked as a different refund' }
    })
  }

  app.post(
    calls.payBack(':id'),
    { config: { permission: 'tasks.settle' }, schema: { ...schema, body: settleRefundBodySchema } },
    async (request) => {
      const actor = actorOf(request, deps.auth.require(request))
      await payBack(deps, actor, asTaskId(request.params.id), request.body.reference)
      return { message: 'Marked as repaid' }
    },
  )
}
