import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/accounts.ts'
import { calls } from '#shared/paths.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { actorOf } from '#server/features/audit/commands.ts'
import { sendAgain } from './commands.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })

/** Sending an email about a booking again, for all staff. The guard of the scope has let only them in. */
export function bookingEmailRoutes(app: App, deps: Deps): void {
  app.post(
    calls.resendBookingEmail(':id'),
    { schema: { params: paramsSchema, response: { 200: messageResponseSchema } } },
    async (request) => {
      const actor = actorOf(request, deps.auth.require(request).userId)
      await deps.db.transaction().execute(async (trx) => sendAgain(deps, trx, actor, request.params.id))
      return { message: 'The email is on its way' }
    },
  )
}
