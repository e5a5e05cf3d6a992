import { z } from 'zod/mini'
import { dayIn } from '#shared/dates.ts'
import { cancellationFiguresSchema } from '#shared/cancellations/figures.ts'
import { cancelDepartureBodySchema, departureCancellationSchema } from '#shared/cancellations/staff.ts'
import { calls } from '#shared/paths.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { refuseTooFarAhead } from '#server/lib/travel-days.ts'
import { actorOf } from '#server/lib/actors.ts'
import { getDeparture, namedDeparture } from '#server/features/tours/departures/queries.ts'
import { cancelDeparture } from './flows.ts'
import { getCancellation, postPaid, readFigures } from './queries.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(111)) })

export function departureCancellationRoutes(app: App, deps: Deps): void {
  const today = () => dayIn(deps.config.AGENCY_TIME_ZONE, deps.now())

  app.get(
    calls.departureCancellation(':id'),
    { config: { permission: 'departures.read' }, schema: { params: paramsSchema, response: { 200: departureCancellationSchema } } },
    async (request) => {
      const { tourId, day } = namedDeparture(request.params.id)
      return getCancellation(deps.db, tourId, day)
    },
  )

  app.get(
    calls.departureCancellationPreview(':id'),
    { config: { permission: 'departures.cancel' }, schema: { params: paramsSchema, response: { 200: cancellationFiguresSchema } } },
    async (request) => {
      const { tourId, day } = namedDeparture(request.params.id)
      await getDeparture(deps.db, tourId, day, today())
      await postPaid(deps.db, tourId, day)
      return readFigures(deps.db, tourId, day)
    },
  )

  app.post(
    calls.cancelDeparture(':id'),
    {
      config: { permission: 'departures.cancel' },
      schema: { params: paramsSchema, body: cancelDepartureBodySchema, response: { 202: departureCancellationSchema } },
    },
    async (request, reply) => {
      const { tourId, day } = namedDeparture(request.params.id)
      refuseTooFarAhead(deps, day, 'date')
      const actor = actorOf(request, deps.auth.require(request))
      reply.code(202)
      return cancelDeparture(deps, { tourId, day, actor, now: deps.now(), today: today() }, request.body)
    },
  )
}
