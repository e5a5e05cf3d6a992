import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { dayIn } from '#shared/dates.ts'
import { calls } from '#shared/paths.ts'
import {
  createTourBodySchema,
  deactivationPreviewSchema,
  seenTourBodySchema,
  staffTourDetailsSchema,
  type StaffTourDetails,
} from '#shared/tours/staff.ts'
import { decideAs, actorOf } from '#server/lib/actors.ts'
import type { Trx } from '#server/lib/db.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import type { ListReserved } from '../departures/departures.ts'
import { getStaffTour } from '../editing/queries.ts'
import { createTour, deactivateTour, duplicateTour, publishTour, type By } from './commands.ts'
import { getDeactivationPreview } from './queries.ts'

const params = z.object({ id: z.string().check(z.maxLength(100)) })
const response = { 200: staffTourDetailsSchema }

export function tourLifecycleRoutes(app: App, deps: Deps, { listReservedSeats }: { listReservedSeats: ListReserved }): void {
  const today = () => dayIn(deps.config.AGENCY_TIME_ZONE, deps.now())

  async function change(request: FastifyRequest, make: (trx: Trx, by: By) => Promise<string>): Promise<StaffTourDetails> {
    const by = { actor: actorOf(request, deps.auth.require(request)), now: deps.now() }
    return decideAs(deps.db, by.actor, 'tours.write', async (trx) => getStaffTour(trx, await make(trx, by), today()))
  }

  app.post(calls.staffTours, { config: { permission: 'tours.write' }, schema: { body: createTourBodySchema, response } }, async (request) =>
    change(request, async (trx, by) => createTour(trx, by, request.body)),
  )

  app.post(calls.duplicateTour(':id'), { config: { permission: 'tours.write' }, schema: { params, response } }, async (request) =>
    change(request, async (trx, by) => duplicateTour(trx, by, request.params.id)),
  )

  app.post(
    calls.publishTour(':id'),
    { config: { permission: 'tours.write' }, schema: { params, body: seenTourBodySchema, response } },
    async (request) =>
      change(request, async (trx, by) => {
        await publishTour(deps, trx, { tourId: request.params.id, version: request.body.version, ...by })
        return request.params.id
      }),
  )

  app.get(
    calls.deactivationPreview(':id'),
    { config: { permission: 'tours.write' }, schema: { params, response: { 200: deactivationPreviewSchema } } },
    async (request) => getDeactivationPreview(deps.db, request.params.id, today(), listReservedSeats),
  )

  app.post(
    calls.deactivateTour(':id'),
    { config: { permission: 'tours.write' }, schema: { params, body: seenTourBodySchema, response } },
    async (request) =>
      change(request, async (trx, by) => {
        await deactivateTour(deps, trx, { tourId: request.params.id, version: request.body.version, ...by })
        return request.params.id
      }),
  )
}
