import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/accounts.ts'
import { calls } from '#shared/paths.ts'
import { reservationBodySchema, reservationMadeSchema } from '#shared/reservations.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { actorOf } from '#server/features/audit/commands.ts'
import { makeReservation } from './flows.ts'
import { releaseReservation, sendPaymentLink } from './endings.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })

/** Booking on the telephone, for all staff. The guard of the scope has let only them in. */
export function reservationRoutes(app: App, deps: Deps): void {
  app.post(
    calls.reservations,
    { schema: { body: reservationBodySchema, response: { 201: reservationMadeSchema } } },
    async (request, reply) => {
      const { userId } = deps.auth.require(request)
      const made = await makeReservation(deps, actorOf(request, userId), request.body)
      reply.code(201)
      return made
    },
  )

  app.post(
    calls.sendPaymentLink(':id'),
    { schema: { params: paramsSchema, response: { 200: messageResponseSchema } } },
    async (request) => {
      const actor = actorOf(request, deps.auth.require(request).userId)
      await deps.db.transaction().execute(async (trx) => sendPaymentLink(deps, trx, request.params.id, actor))
      return { message: 'The link is on its way' }
    },
  )

  app.post(
    calls.releaseReservation(':id'),
    { schema: { params: paramsSchema, response: { 200: messageResponseSchema } } },
    async (request) => {
      await releaseReservation(deps, request.params.id, actorOf(request, deps.auth.require(request).userId))
      return { message: 'The seats are free again' }
    },
  )
}
