import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { changeReadyAnswerBodySchema, newReadyAnswerBodySchema, readyAnswerSchema } from '#shared/enquiries/staff.ts'
import { calls } from '#shared/paths.ts'
import { decideAs, actorOf } from '#server/lib/actors.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { addReadyAnswer, changeReadyAnswer, deleteReadyAnswer } from './commands.ts'
import { listReadyAnswers } from './queries.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })
const config = { permission: 'readyAnswers.write' } as const

export function readyAnswerRoutes(app: App, { auth, db }: Deps): void {
  const messages = { params: paramsSchema, response: { 200: messageResponseSchema } }

  app.get(
    calls.readyAnswers,
    { config: { permission: 'enquiries.answer' }, schema: { response: { 200: z.array(readyAnswerSchema) } } },
    async () => listReadyAnswers(db),
  )

  app.post(
    calls.readyAnswers,
    { config, schema: { body: newReadyAnswerBodySchema, response: { 200: messageResponseSchema } } },
    async (request) => {
      const actor = actorOf(request, auth.require(request))
      await decideAs(db, actor, config.permission, async (trx) => addReadyAnswer(trx, actor, request.body))
      return { message: 'Reply saved' }
    },
  )

  app.put(calls.readyAnswer(':id'), { config, schema: { ...messages, body: changeReadyAnswerBodySchema } }, async (request) => {
    const actor = actorOf(request, auth.require(request))
    await decideAs(db, actor, config.permission, async (trx) => changeReadyAnswer(trx, actor, request.params.id, request.body))
    return { message: 'Answer saved' }
  })

  app.delete(calls.readyAnswer(':id'), { config, schema: messages }, async (request) => {
    const actor = actorOf(request, auth.require(request))
    await decideAs(db, actor, config.permission, async (trx) => deleteReadyAnswer(trx, actor, request.params.id))
    return { message: 'Saved reply deleted' }
  })
}
