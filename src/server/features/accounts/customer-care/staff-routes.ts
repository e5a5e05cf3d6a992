import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { addEmailBodySchema, correctNameBodySchema } from '#shared/accounts/customer-care.ts'
import { calls } from '#shared/paths.ts'
import { decideAs, actorOf } from '#server/lib/actors.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { accountLimits } from '../limits.ts'
import { addEmail, correctName, sendLinkAgain } from './commands.ts'
import { requireTraveller } from './queries.ts'

const schema = { params: z.object({ id: z.string().check(z.maxLength(64)) }), response: { 200: messageResponseSchema } }
const config = { permission: 'customers.correct' } as const

export function customerCareRoutes(app: App, deps: Deps): void {
  const { auth, db } = deps
  const limits = accountLimits(deps.pool, deps.config)

  app.post(calls.correctName(':id'), { config, schema: { ...schema, body: correctNameBodySchema } }, async (request) => {
    const actor = actorOf(request, auth.require(request))
    await decideAs(db, actor, 'customers.correct', async (trx) => correctName(deps, trx, actor, request.params.id, request.body))
    return { message: 'Name corrected' }
  })

  app.post(calls.addEmail(':id'), { config, schema: { ...schema, body: addEmailBodySchema } }, async (request) => {
    const actor = actorOf(request, auth.require(request))
    await requireTraveller(db, request.params.id)
    await limits.linkMails.consume(`customer:${request.params.id}`)
    await decideAs(db, actor, 'customers.correct', async (trx) => addEmail(deps, trx, actor, request.params.id, request.body.email))
    return { message: 'The link is on its way' }
  })

  app.post(calls.sendCustomerLink(':id'), { config, schema }, async (request) => {
    const actor = actorOf(request, auth.require(request))
    await requireTraveller(db, request.params.id)
    await limits.linkMails.consume(`customer:${request.params.id}`)
    await decideAs(db, actor, 'customers.correct', async (trx) => sendLinkAgain(deps, trx, actor, request.params.id))
    return { message: 'The link is on its way' }
  })
}
