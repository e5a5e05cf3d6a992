import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { addAreasBodySchema, addedAreasSchema, staffAreaSchema } from '#shared/vehicles/coverage.ts'
import { calls } from '#shared/paths.ts'
import { decideAs, actorOf } from '#server/lib/actors.ts'
import { LONG_BODY_BYTES } from '#server/lib/body-limits.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { addAreas, setAreaActive } from './commands.ts'
import { listAreas } from './queries.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })

export function coverageRoutes(app: App, { auth, db }: Deps): void {
  const messages = { params: paramsSchema, response: { 200: messageResponseSchema } }
  const actorIn = (request: FastifyRequest) => actorOf(request, auth.require(request))

  app.get(
    calls.staffCoverage,
    { config: { permission: 'services.read' }, schema: { response: { 200: z.array(staffAreaSchema) } } },
    async () => listAreas(db),
  )

  app.post(
    calls.staffCoverage,
    {
      config: { permission: 'services.write' },
      bodyLimit: LONG_BODY_BYTES,
      schema: { body: addAreasBodySchema, response: { 200: addedAreasSchema } },
    },
    async (request) => decideAs(db, actorIn(request), 'services.write', async (trx) => addAreas(trx, actorIn(request), request.body.areas)),
  )

  app.post(calls.activateArea(':id'), { config: { permission: 'services.write' }, schema: messages }, async (request) => {
    await decideAs(db, actorIn(request), 'services.write', async (trx) => setAreaActive(trx, actorIn(request), request.params.id, true))
    return { message: 'Area covered' }
  })

  app.post(calls.deactivateArea(':id'), { config: { permission: 'services.write' }, schema: messages }, async (request) => {
    await decideAs(db, actorIn(request), 'services.write', async (trx) => setAreaActive(trx, actorIn(request), request.params.id, false))
    return { message: 'Area no longer covered' }
  })
}
