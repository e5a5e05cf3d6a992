import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { TOTAL_COUNT } from '#shared/list-pages.ts'
import { calls } from '#shared/paths.ts'
import {
  changeRoleBodySchema,
  invitedPersonSchema,
  invitePersonBodySchema,
  listPeopleQuerySchema,
  staffPersonDetailsSchema,
  staffPersonSchema,
} from '#shared/accounts/staff.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { staffRoleOf } from '#server/lib/staff-guard.ts'
import type { PersonalData } from '#server/lib/personal-data.ts'
import { actorOf } from '#server/lib/actors.ts'
import { runRemovals } from '../clean-start/commands.ts'
import { changeRole, disableAccount, enableAccount, inviteAgain, invitePerson, resetFactor } from './commands.ts'
import { countPeople, getPerson, listPeople } from './queries.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })

export function staffPeopleRoutes(app: App, deps: Deps, parts: readonly PersonalData[]): void {
  const { db, auth } = deps
  const messages = { params: paramsSchema, response: { 200: messageResponseSchema } }
  const actorIn = (request: FastifyRequest) => actorOf(request, auth.require(request))

  app.get(
    calls.staffPeople,
    {
      config: { permission: 'people.read' },
      schema: { querystring: listPeopleQuerySchema, response: { 200: z.array(staffPersonSchema) } },
    },
    async (request, reply) => {
      const total = await countPeople(db, request.query)
      if (total !== undefined) reply.header(TOTAL_COUNT, total)
      return listPeople(deps, request.query)
    },
  )

  app.get(
    calls.staffPerson(':id'),
    { config: { permission: 'people.read' }, schema: { params: paramsSchema, response: { 200: staffPersonDetailsSchema } } },
    async (request) => getPerson(deps, request.params.id, { id: auth.require(request).userId, role: staffRoleOf(request) }),
  )

  app.post(
    calls.invitePerson,
    { config: { permission: 'people.invite' }, schema: { body: invitePersonBodySchema, response: { 201: invitedPersonSchema } } },
    async (request, reply) => {
      const invite = db.transaction()
      const { id, removals } = await invite.execute((trx) => invitePerson(deps, trx, actorIn(request), request.body, parts))
      await runRemovals(removals, request.log)
      return reply.code(201).send({ id })
    },
  )

  app.post(calls.inviteAgain(':id'), { config: { permission: 'people.invite' }, schema: messages }, async (request) => {
    await db.transaction().execute((trx) => inviteAgain(deps, trx, actorIn(request), request.params.id))
    return { message: 'Invitation sent' }
  })

  app.post(
    calls.changeRole(':id'),
    { config: { permission: 'people.changeRole' }, schema: { ...messages, body: changeRoleBodySchema } },
    async (request) => {
      const { params, body } = request
      await db.transaction().execute((trx) => changeRole(deps, trx, actorIn(request), params.id, body))
      return { message: 'Role changed' }
    },
  )

  app.post(calls.disableAccount(':id'), { config: { permission: 'people.disable' }, schema: messages }, async (request) => {
    await db.transaction().execute((trx) => disableAccount(deps, trx, actorIn(request), request.params.id))
    return { message: 'Account disabled' }
  })

  app.post(calls.enableAccount(':id'), { config: { permission: 'people.disable' }, schema: messages }, async (request) => {
    await db.transaction().execute((trx) => enableAccount(deps, trx, actorIn(request), request.params.id))
    return { message: 'Account enabled' }
  })

  app.post(calls.resetFactor(':id'), { config: { permission: 'people.resetFactor' }, schema: messages }, async (request) => {
    await db.transaction().execute((trx) => resetFactor(deps, trx, actorIn(request), request.params.id))
    return { message: 'Two-step sign-in reset' }
  })
}
