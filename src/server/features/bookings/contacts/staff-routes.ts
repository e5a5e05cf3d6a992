import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { correctAddressBodySchema } from '#shared/bookings/contacts.ts'
import { calls } from '#shared/paths.ts'
import { decideAs, actorOf } from '#server/lib/actors.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { correctAddress } from './commands.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })

export function contactRoutes(app: App, deps: Deps): void {
  app.post(
    calls.correctAddress(':id'),
    {
      config: { permission: 'bookings.contact' },
      schema: { params: paramsSchema, body: correctAddressBodySchema, response: { 200: messageResponseSchema } },
    },
    async (request) => {
      const actor = actorOf(request, deps.auth.require(request))
      await decideAs(deps.db, actor, 'bookings.contact', async (trx) => correctAddress(deps, trx, actor, request.params.id, request.body))
      return { message: 'Confirmation link sent' }
    },
  )
}
