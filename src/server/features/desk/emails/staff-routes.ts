import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { calls } from '#shared/paths.ts'
import { decideAs, actorOf } from '#server/lib/actors.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { sendAgain } from './commands.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })

export function bookingEmailRoutes(app: App, deps: Deps): void {
  app.post(
    calls.resendBookingEmail(':id'),
    { config: { permission: 'bookings.contact' }, schema: { params: paramsSchema, response: { 200: messageResponseSchema } } },
    async (request) => {
      const actor = actorOf(request, deps.auth.require(request))
      await decideAs(deps.db, actor, 'bookings.contact', async (trx) => sendAgain(deps, trx, actor, request.params.id))
      return { message: 'The email is on its way' }
    },
  )
}
