import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { calls } from '#shared/paths.ts'
import { changeServiceBodySchema, staffServiceSchema } from '#shared/vehicles/staff.ts'
import { decideAs, actorOf } from '#server/lib/actors.ts'
import type { Database } from '#server/lib/db.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { changeService, setServiceActive } from './commands.ts'
import { listStaffServices, type OpenRequests } from './queries.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })

interface Others {
  countOpenRequests(db: Database): Promise<ReadonlyMap<string, OpenRequests>>
}

/** The bookings feature depends on vehicles, so its count is passed in. */
export function serviceRoutes(app: App, { auth, db }: Deps, { countOpenRequests }: Others): void {
  const messages = { params: paramsSchema, response: { 200: messageResponseSchema } }
  const actorIn = (request: FastifyRequest) => actorOf(request, auth.require(request))

  app.get(
    calls.staffServices,
    { config: { permission: 'services.read' }, schema: { response: { 200: z.array(staffServiceSchema) } } },
    async () => listStaffServices(db, await countOpenRequests(db)),
  )

  app.put(
    calls.staffService(':id'),
    { config: { permission: 'services.write' }, schema: { ...messages, body: changeServiceBodySchema } },
    async (request) => {
      await decideAs(db, actorIn(request), 'services.write', async (trx) =>
        changeService(trx, actorIn(request), request.params.id, request.body),
      )
      return { message: 'Service changed' }
    },
  )

  app.post(calls.activateService(':id'), { config: { permission: 'services.write' }, schema: messages }, async (request) => {
    await decideAs(db, actorIn(request), 'services.write', async (trx) => setServiceActive(trx, actorIn(request), request.params.id, true))
    return { message: 'Service offered' }
  })

  app.post(calls.deactivateService(':id'), { config: { permission: 'services.write' }, schema: messages }, async (request) => {
    await decideAs(db, actorIn(request), 'services.write', async (trx) => setServiceActive(trx, actorIn(request), request.params.id, false))
    return { message: 'Service no longer offered' }
  })
}
