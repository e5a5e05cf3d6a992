import { z } from 'zod/mini'
import { dayIn } from '#shared/dates.ts'
import { calls } from '#shared/paths.ts'
import { sellTourBodySchema, staffTourDetailsSchema } from '#shared/tours/staff.ts'
import { decideAs, actorOf } from '#server/lib/actors.ts'
import { LONG_BODY_BYTES } from '#server/lib/body-limits.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { getStaffTour } from '../editing/queries.ts'
import { sellTour, type BringDaysInLine } from './commands.ts'

const params = z.object({ id: z.string().check(z.maxLength(100)) })

/** Staff say what a tour sells beyond one price. */
export function sellingRoutes(app: App, deps: Deps, parts: { bringDaysInLine: BringDaysInLine }): void {
  app.put(
    calls.tourSelling(':id'),
    {
      config: { permission: 'tours.write' },
      bodyLimit: LONG_BODY_BYTES,
      schema: { params, body: sellTourBodySchema, response: { 200: staffTourDetailsSchema } },
    },
    async (request) => {
      const { version, selling } = request.body
      const tourId = request.params.id
      const actor = actorOf(request, deps.auth.require(request))
      const at = deps.now()
      return decideAs(deps.db, actor, 'tours.write', async (trx) => {
        await sellTour({ ...deps, ...parts }, trx, { tourId, version, actor, now: at }, selling)
        return getStaffTour(trx, tourId, dayIn(deps.config.AGENCY_TIME_ZONE, at))
      })
    },
  )
}
