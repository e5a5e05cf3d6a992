import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { dayIn } from '#shared/dates.ts'
import {
  departureDaySchema,
  departureDaysQuerySchema,
  listDeparturesQuerySchema,
  setCapacityBodySchema,
  staffDepartureSchema,
  type StaffDeparture,
} from '#shared/departures.ts'
import { calls } from '#shared/paths.ts'
import type { Trx } from '#server/lib/db.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { refuseTooFarAhead } from '#server/lib/travel-days.ts'
import { actorOf } from '#server/features/audit/commands.ts'
import { setBlocked, setCapacity, type Change } from './commands.ts'
import { getDeparture, listDepartureDays, listDepartures, namedDeparture } from './queries.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(111)) })
const response = { 200: staffDepartureSchema }

/** The agency's calendar, for all staff. The guard of the scope has let only them in. */
export function departureRoutes(app: App, { config, db, now }: Deps): void {
  const today = () => dayIn(config.AGENCY_TIME_ZONE, now())

  app.get(
    calls.staffDepartures,
    { schema: { querystring: listDeparturesQuerySchema, response: { 200: z.array(staffDepartureSchema) } } },
    async (request) => listDepartures(db, request.query, today()),
  )

  app.get(
    calls.staffDepartureDays,
    { schema: { querystring: departureDaysQuerySchema, response: { 200: z.array(departureDaySchema) } } },
    async (request) => listDepartureDays(db, request.query),
  )

  app.get(calls.staffDeparture(':id'), { schema: { params: paramsSchema, response } }, async (request) => {
    const { tourId, day } = namedDeparture(request.params.id)
    return getDeparture(db, tourId, day, today())
  })
}

/** What only managers and administrators change of a departure. The guard of the scope has let only them in. */
export function managedDepartureRoutes(app: App, deps: Deps): void {
  /** Makes a change in a transaction, and returns the departure as it is then. */
  async function change(request: FastifyRequest, id: string, make: (trx: Trx, change: Change) => Promise<void>): Promise<StaffDeparture> {
    const { tourId, day } = namedDeparture(id)
    refuseTooFarAhead(deps, day, 'date')
    const now = deps.now()
    const today = dayIn(deps.config.AGENCY_TIME_ZONE, now)
    const actor = actorOf(request, deps.auth.require(request).userId)
    return deps.db.transaction().execute(async (trx) => {
      await make(trx, { tourId, day, actor, now, today })
      return getDeparture(trx, tourId, day, today)
    })
  }

  app.put(calls.departureCapacity(':id'), { schema: { params: paramsSchema, body: setCapacityBodySchema, response } }, async (request) =>
    change(request, request.params.id, async (trx, of) => setCapacity(trx, of, request.body)),
  )

  app.post(calls.blockDeparture(':id'), { schema: { params: paramsSchema, response } }, async (request) =>
    change(request, request.params.id, async (trx, of) => setBlocked(trx, of, true)),
  )

  app.post(calls.unblockDeparture(':id'), { schema: { params: paramsSchema, response } }, async (request) =>
    change(request, request.params.id, async (trx, of) => setBlocked(trx, of, false)),
  )
}
