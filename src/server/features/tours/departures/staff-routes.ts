import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import type { Role } from '#shared/accounts/public.ts'
import { dayIn, type Day } from '#shared/dates.ts'
import {
  departureDaySchema,
  departureDaysQuerySchema,
  listDeparturesQuerySchema,
  setCapacityBodySchema,
  setSlotCapacityBodySchema,
  staffDepartureDetailsSchema,
  staffDepartureSchema,
  type StaffDepartureDetails,
} from '#shared/tours/departures.ts'
import { slotBodySchema } from '#shared/tours/departure-slots.ts'
import { calls } from '#shared/paths.ts'
import { decideAs, actorOf } from '#server/lib/actors.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { staffRoleOf } from '#server/lib/staff-guard.ts'
import { refuseTooFarAhead } from '#server/lib/travel-days.ts'
import { findDaySlots } from '../slots/day-slots.ts'
import { setBlocked, setCapacity, type Change } from './commands.ts'
import { listDepartureDays } from './day-totals.ts'
import { getDepartureFor, listDepartures, namedDeparture } from './queries.ts'
import { daysWithReserved, withReserved, type ListReserved } from './reserved-seats.ts'
import { setSlotCapacity, setSlotClosed } from './slot-commands.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(111)) })
const response = { 200: staffDepartureDetailsSchema }

export function departureRoutes(app: App, deps: Deps, { listReservedSeats }: { listReservedSeats: ListReserved }): void {
  const today = () => dayIn(deps.config.AGENCY_TIME_ZONE, deps.now())

  const getDeparture = async (
    db: Database | Trx,
    at: Parameters<typeof getDepartureFor>[1],
    role: Role,
  ): Promise<StaffDepartureDetails> => {
    const departure = await withSlots(db, at, await getDepartureFor(db, at, role))
    const reserved = await listReservedSeats(db, { from: at.day, to: at.day, tour: at.tourId })
    return withReserved([departure], reserved)[0] ?? departure
  }

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
      return getDeparture(trx, of, staffRoleOf(request))
    })
  }

  app.get(
    calls.staffDepartures,
    {
      config: { permission: 'departures.read' },
      schema: { querystring: listDeparturesQuerySchema, response: { 200: z.array(staffDepartureSchema) } },
    },
    async (request) => {
      const departures = await listDepartures(deps.db, request.query, today(), deps.now())
      const [first, last] = [departures[0], departures.at(-1)]
      if (!first || !last) return []
      return withReserved(departures, await listReservedSeats(deps.db, { from: first.date, to: last.date, tour: request.query.tour }))
    },
  )

  app.get(
    calls.staffDepartureDays,
    {
      config: { permission: 'departures.read' },
      schema: { querystring: departureDaysQuerySchema, response: { 200: z.array(departureDaySchema) } },
    },
    async (request) => {
      const days = await listDepartureDays(deps.db, request.query, today())
      return daysWithReserved(days, await listReservedSeats(deps.db, request.query))
    },
  )

  app.get(
    calls.staffDeparture(':id'),
    { config: { permission: 'departures.read' }, schema: { params: paramsSchema, response } },
    async (request) => {
      const at = { ...namedDeparture(request.params.id), today: today(), now: deps.now() }
      return getDeparture(deps.db, at, staffRoleOf(request))
    },
  )

  app.put(
    calls.departureCapacity(':id'),
    { config: { permission: 'departures.change' }, schema: { params: paramsSchema, body: setCapacityBodySchema, response } },
    async (request) => change(request, request.params.id, async (trx, of) => setCapacity(trx, of, request.body)),
  )

  app.put(
    calls.slotCapacity(':id'),
    { config: { permission: 'departures.change' }, schema: { params: paramsSchema, body: setSlotCapacityBodySchema, response } },
    async (request) =>
      change(request, request.params.id, async (trx, of) => setSlotCapacity(trx, { ...of, ...request.body }, request.body)),
  )

  app.post(
    calls.closeSlot(':id'),
    { config: { permission: 'departures.change' }, schema: { params: paramsSchema, body: slotBodySchema, response } },
    async (request) => change(request, request.params.id, async (trx, of) => setSlotClosed(trx, { ...of, ...request.body }, true)),
  )

  app.post(
    calls.openSlot(':id'),
    { config: { permission: 'departures.change' }, schema: { params: paramsSchema, body: slotBodySchema, response } },
    async (request) => change(request, request.params.id, async (trx, of) => setSlotClosed(trx, { ...of, ...request.body }, false)),
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

/** Adds its start times to a departure of a tour with options, whose seats are set there and not for the day. */
async function withSlots(
  db: Database | Trx,
  { tourId, day, now }: { tourId: string; day: Day; now: Date },
  departure: StaffDepartureDetails,
): Promise<StaffDepartureDetails> {
  const { isOnSale, isBlocked, actions = [] } = departure
  const sold = await findDaySlots(db, { tourId, day, now, isSold: isOnSale && !isBlocked })
  return sold ? { ...departure, ...sold, actions: actions.map((action) => (action === 'capacity' ? 'slots' : action)) } : departure
}
