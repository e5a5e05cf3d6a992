import { z } from 'zod/mini'
import { attendanceSchema, tickBodySchema } from '#shared/bookings/attendance.ts'
import { calls } from '#shared/paths.ts'
import { decideAs, actorOf } from '#server/lib/actors.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { getManifestTour } from '../manifest/queries.ts'
import { namedDeparture } from '#server/features/tours/departures/queries.ts'
import { keepTicks } from './commands.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(111)) })

export function attendanceRoutes(app: App, deps: Deps): void {
  const { auth, db } = deps

  app.post(
    calls.tickDeparture(':id'),
    {
      config: { permission: 'departures.tick' },
      schema: { params: paramsSchema, body: tickBodySchema, response: { 200: attendanceSchema } },
    },
    async (request) => {
      const departure = namedDeparture(request.params.id)
      const actor = actorOf(request, auth.require(request))
      return decideAs(db, actor, 'departures.tick', async (trx) => {
        await getManifestTour(trx, departure.tourId)
        return keepTicks(deps, trx, { ...departure, actor, ticker: actor }, request.body.ticks)
      })
    },
  )
}
