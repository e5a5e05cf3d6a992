import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { calls } from '#shared/paths.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { actorOf } from '#server/lib/actors.ts'
import { withdrawQuote } from './flows.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })

/** Withdraws an unpaid request, beyond specification §7. */
export function quoteWithdrawalRoutes(app: App, deps: Deps): void {
  app.post(calls.withdrawQuote(':id'), { schema: { params: paramsSchema, response: { 200: messageResponseSchema } } }, async (request) => {
    const who = deps.auth.require(request)
    await withdrawQuote(deps, actorOf(request, who), who, request.params.id)
    return { message: 'Request withdrawn' }
  })
}
