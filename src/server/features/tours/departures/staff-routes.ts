import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { dayIn } from '#shared/dates.ts'
import {
  departureDaySchema,
  departureDaysQuerySchema,
  listDeparturesQuerySchema,
  setCapacityBodySchema,
  staffDepartureDetailsSchema,
  staffDepartureSchema,
  type StaffDepartureDetails,
} from '#shared/tours/departures.ts'
import { calls } from '#shared/paths.ts'
import { decideAs } from '#server/lib/actor-locks.ts'
import type { Trx } from '#server/lib/db.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { staffRoleOf } from '#server/lib/staff-guard.ts'
import { refuseTooFarAhead } from '#server/lib/travel-days.ts'
import { actorOf } from '#server/features/audit/commands.ts'
import { setBlocked, setCapacity, type Change } from './commands.ts'
import { getDepartureFor, listDepartureDays, listDepartures, namedDeparture } from './queries.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(111)) })
const response = { 200: staffDepartureDetailsSchema }

export function departureRoutes(app: App, deps: Deps): void {
  const today = () => dayIn(deps.config.AGENCY_TIME_ZONE, deps.now())

  /** Makes a change in a transaction, and returns the departure as it is then. */
  async function change(
    request: FastifyRequest,
    id: string,
    make: (trx: Trx, change: Change) => Promise<void>,
  ): Promise<StaffDepartureDetails> {
    const { tourId, day } = namedDeparture(id)
    refuseTooFarAhead(deps, day, 'date')
    const of = { tourId, day, actor: actorOf(request, deps.auth.require(request)), now: deps.now(), today: today() }
    return decideAs(deps.db, of.actor, 'departures.change', async (trx) => {
      await make(trx, of)
      return getDepartureFor(trx, of, staffRoleOf(request))
    })
  }

  app.get(
    calls.staffDepartures,
    {
      config: { permission: 'departures.read' },
      schema: { querystring: listDeparturesQuerySchema, response: { 200: z.array(staffDepartureSchema) } },
    },
    async (request) => listDepartures(deps.db, request.query, today(), deps.now()),
  )

  app.get(
    calls.staffDepartureDays,
    {
      config: { permission: 'departures.read' },
      schema: { querystring: departureDaysQuerySchema, response: { 200: z.array(departureDaySchema) } },
    },
    async (request) => listDepartureDays(deps.db, request.query, today()),
  )

  app.get(
    calls.staffDeparture(':id'),
    { config: { permission: 'departures.read' }, schema: { params: paramsSchema, response } },
    async (request) => {
      const at = { ...namedDeparture(request.params.id), today: today(), now: deps.now() }
      return getDepartureFor(deps.db, at, staffRoleOf(request))
    },
  )

  app.put(
    calls.departureCapacity(':id'),
    { config: { permission: 'departures.change' }, schema: { params: paramsSchema, body: setCapacityBodySchema, response } },
    async (request) => change(request, request.params.id, async (trx, of) => setCapacity(trx, of, request.body)),
  )

  app.post(
    calls.blockDeparture(':id'),
    { config: { permission: 'departures.change' }, schema: { params: paramsSchema, response } },
    async (request) => change(request, request.params.id, async (trx, of) => setBlocked(trx, of, true)),
  )

  app.post(
    calls.unblockDeparture(':id'),
    { config: { permission: 'departures.change' }, schema: { params: paramsSchema, response } },
    async (request) => change(request, request.params.id, async (trx, of) => setBlocked(trx, of, false)),
  )
}
