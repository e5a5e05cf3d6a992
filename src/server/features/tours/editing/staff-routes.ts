import { z } from 'zod/mini'
import { dayIn } from '#shared/dates.ts'
import { calls } from '#shared/paths.ts'
import { editTourBodySchema, listStaffToursQuerySchema, staffTourDetailsSchema, staffTourSchema } from '#shared/tours/staff.ts'
import { tourResponseSchema } from '#shared/tours/public.ts'
import { decideAs, actorOf } from '#server/lib/actors.ts'
import { LONG_BODY_BYTES } from '#server/lib/body-limits.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { getTourPreview } from '../queries.ts'
import { editTour } from './commands.ts'
import { getStaffTour, listStaffTours } from './queries.ts'

const params = z.object({ id: z.string().check(z.maxLength(100)) })

export function staffTourRoutes(app: App, deps: Deps): void {
  const { config, db, now } = deps

  app.get(
    calls.staffTours,
    {
      config: { permission: 'tours.read' },
      schema: { querystring: listStaffToursQuerySchema, response: { 200: z.array(staffTourSchema) } },
    },
    async (request) => listStaffTours(db, request.query),
  )

  app.get(
    calls.staffTour(':id'),
    { config: { permission: 'tours.read' }, schema: { params, response: { 200: staffTourDetailsSchema } } },
    async (request) => getStaffTour(db, request.params.id, dayIn(config.AGENCY_TIME_ZONE, now())),
  )

  app.get(
    calls.tourPreview(':id'),
    { config: { permission: 'tours.read' }, schema: { params, response: { 200: tourResponseSchema } } },
    async (request) => ({
      data: await getTourPreview(db, request.params.id),
    }),
  )

  app.put(
    calls.staffTour(':id'),
    {
      config: { permission: 'tours.write' },
      bodyLimit: LONG_BODY_BYTES,
      schema: { params, body: editTourBodySchema, response: { 200: staffTourDetailsSchema } },
    },
    async (request) => {
      const { version, fields } = request.body
      const tourId = request.params.id
      const actor = actorOf(request, deps.auth.require(request))
      const at = now()
      return decideAs(db, actor, 'tours.write', async (trx) => {
        await editTour(deps, trx, { tourId, version, actor, now: at }, fields)
        return getStaffTour(trx, tourId, dayIn(config.AGENCY_TIME_ZONE, at))
      })
    },
  )
}
