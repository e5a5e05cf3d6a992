import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/accounts.ts'
import { calls } from '#shared/paths.ts'
import { changeServiceBodySchema, staffServiceSchema } from '#shared/staff-services.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { actorOf } from '#server/features/audit/commands.ts'
import { changeService, setServiceActive } from './commands.ts'
import { listStaffServices } from './queries.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })

/** The vehicle services, for all staff. The guard of the scope has let only them in. */
export function serviceRoutes(app: App, { db }: Deps): void {
  app.get(calls.staffServices, { schema: { response: { 200: z.array(staffServiceSchema) } } }, async () => listStaffServices(db))
}

/** Changes of the vehicle services, for managers and administrators. */
export function managedServiceRoutes(app: App, { auth, db }: Deps): void {
  const messages = { params: paramsSchema, response: { 200: messageResponseSchema } }
  const actorIn = (request: FastifyRequest) => actorOf(request, auth.require(request).userId)

  app.put(calls.staffService(':id'), { schema: { ...messages, body: changeServiceBodySchema } }, async (request) => {
    await db.transaction().execute((trx) => changeService(trx, actorIn(request), request.params.id, request.body))
    return { message: 'Service changed' }
  })

  app.post(calls.activateService(':id'), { schema: messages }, async (request) => {
    await db.transaction().execute((trx) => setServiceActive(trx, actorIn(request), request.params.id, true))
    return { message: 'Service offered' }
  })

  app.post(calls.deactivateService(':id'), { schema: messages }, async (request) => {
    await db.transaction().execute((trx) => setServiceActive(trx, actorIn(request), request.params.id, false))
    return { message: 'Service no longer offered' }
  })
}
