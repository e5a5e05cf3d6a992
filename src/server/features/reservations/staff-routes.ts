import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { calls } from '#shared/paths.ts'
import { paymentSheetSchema } from '#shared/payments/payment-sheets.ts'
import { reservationBodySchema, reservationMadeSchema } from '#shared/reservations/staff.ts'
import { decideAs, actorOf } from '#server/lib/actors.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import type { PersonalData } from '#server/lib/personal-data.ts'
import { createCodeGuard } from '#server/features/codes/uses.ts'
import { makeReservation } from './flows.ts'
import { releaseReservation, sendPaymentLink, showPaymentLink } from './endings.ts'
import { offlinePaymentRoutes } from './offline/staff-routes.ts'
import { voidedPaymentRoutes } from './voids/staff-routes.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })

/** `parts` provides what the other features know about people. */
export function staffReservationRoutes(app: App, deps: Deps, parts: readonly PersonalData[]): void {
  const guarded = createCodeGuard(deps)
  offlinePaymentRoutes(app, deps)
  voidedPaymentRoutes(app, deps)

  app.post(
    calls.reservations,
    { config: { permission: 'bookings.reserve' }, schema: { body: reservationBodySchema, response: { 201: reservationMadeSchema } } },
    async (request, reply) => {
      const actor = actorOf(request, deps.auth.require(request))
      const made = await guarded(request, request.body.code, async () => makeReservation(deps, actor, request.body, parts))
      reply.code(201)
      return made
    },
  )

  app.post(
    calls.sendPaymentLink(':id'),
    { config: { permission: 'bookings.reserve' }, schema: { params: paramsSchema, response: { 200: messageResponseSchema } } },
    async (request) => {
      const actor = actorOf(request, deps.auth.require(request))
      await decideAs(deps.db, actor, 'bookings.reserve', async (trx) => sendPaymentLink(deps, trx, request.params.id, actor))
      return { message: 'The link is on its way' }
    },
  )

  app.post(
    calls.paymentSheet(':id'),
    { config: { permission: 'bookings.reserve' }, schema: { params: paramsSchema, response: { 200: paymentSheetSchema } } },
    async (request) => {
      const actor = actorOf(request, deps.auth.require(request))
      const url = await decideAs(deps.db, actor, 'bookings.reserve', async (trx) => showPaymentLink(deps, trx, request.params.id, actor))
      return { url }
    },
  )

  app.post(
    calls.releaseReservation(':id'),
    { config: { permission: 'bookings.reserve' }, schema: { params: paramsSchema, response: { 200: messageResponseSchema } } },
    async (request) => {
      await releaseReservation(deps, request.params.id, { actor: actorOf(request, deps.auth.require(request)) })
      return { message: 'Seats released' }
    },
  )
}
