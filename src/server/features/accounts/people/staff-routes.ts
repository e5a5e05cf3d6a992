import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/accounts.ts'
import { TOTAL_COUNT } from '#shared/list-pages.ts'
import { calls } from '#shared/paths.ts'
import {
  changeRoleBodySchema,
  invitedPersonSchema,
  invitePersonBodySchema,
  listPeopleQuerySchema,
  staffPersonDetailsSchema,
  staffPersonSchema,
} from '#shared/people.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { actorOf } from '#server/features/audit/commands.ts'
import { changeRole, disableAccount, enableAccount, inviteAgain, invitePerson, resetFactor } from './commands.ts'
import { countPeople, getPerson, listPeople } from './queries.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })

/** All accounts, and who may do what. The guard of the scope has let only administrators in. */
export function staffPeopleRoutes(app: App, deps: Deps): void {
  const { db, auth } = deps
  const messages = { params: paramsSchema, response: { 200: messageResponseSchema } }
  const actorIn = (request: FastifyRequest) => actorOf(request, auth.require(request).userId)

  app.get(
    calls.staffPeople,
    { schema: { querystring: listPeopleQuerySchema, response: { 200: z.array(staffPersonSchema) } } },
    async (request, reply) => {
      const total = await countPeople(db, request.query)
      if (total !== undefined) reply.header(TOTAL_COUNT, total)
      return listPeople(deps, request.query)
    },
  )

  app.get(calls.staffPerson(':id'), { schema: { params: paramsSchema, response: { 200: staffPersonDetailsSchema } } }, async (request) =>
    getPerson(deps, request.params.id),
  )

  app.post(
    calls.invitePerson,
    { schema: { body: invitePersonBodySchema, response: { 201: invitedPersonSchema } } },
    async (request, reply) => {
      const id = await db.transaction().execute((trx) => invitePerson(trx, deps, actorIn(request), request.body))
      return reply.code(201).send({ id })
    },
  )

  app.post(calls.inviteAgain(':id'), { schema: messages }, async (request) => {
    await db.transaction().execute((trx) => inviteAgain(trx, deps, actorIn(request), request.params.id))
    return { message: 'Invitation sent' }
  })

  app.post(calls.changeRole(':id'), { schema: { ...messages, body: changeRoleBodySchema } }, async (request) => {
    const { params, body } = request
    await db.transaction().execute((trx) => changeRole(trx, deps, actorIn(request), params.id, body))
    return { message: 'Role changed' }
  })

  app.post(calls.disableAccount(':id'), { schema: messages }, async (request) => {
    await db.transaction().execute((trx) => disableAccount(trx, deps, actorIn(request), request.params.id))
    return { message: 'Account disabled' }
  })

  app.post(calls.enableAccount(':id'), { schema: messages }, async (request) => {
    await db.transaction().execute((trx) => enableAccount(trx, deps, actorIn(request), request.params.id))
    return { message: 'Account enabled' }
  })

  app.post(calls.resetFactor(':id'), { schema: messages }, async (request) => {
    await db.transaction().execute((trx) => resetFactor(trx, deps, actorIn(request), request.params.id))
    return { message: 'Two-step sign-in reset' }
  })
}
