import type { FastifyReply } from 'fastify'
import { z } from 'zod/mini'
import {
  bookingFiltersSchema,
  listStaffBookingsQuerySchema,
  SEARCH_LIMITED,
  staffBookingSchema,
  type BookingFilters,
} from '#shared/bookings/staff.ts'
import { TOTAL_COUNT } from '#shared/list-pages.ts'
import { calls } from '#shared/paths.ts'
import { recordExport } from '#server/features/audit/commands.ts'
import { actorOf } from '#server/lib/actors.ts'
import { sendCsvFile } from '#server/lib/csv.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { findMatches } from '../matches/queries.ts'
import { bookingFile } from './booking-file.ts'
import { countStaffBookings, listStaffBookings, timed } from './queries.ts'

export function bookingSearchRoutes(app: App, { auth, config, db, now }: Deps): void {
  async function matchesOf({ search }: BookingFilters, reply: FastifyReply) {
    if (search === undefined) return undefined
    const matches = await findMatches(db, search)
    if (matches.isLimited) reply.header(SEARCH_LIMITED, 'true')
    return matches
  }

  app.get(
    calls.staffBookings,
    {
      config: { permission: 'bookings.read' },
      schema: { querystring: listStaffBookingsQuerySchema, response: { 200: z.array(staffBookingSchema) } },
    },
    async (request, reply) => {
      const query = timed(request.query, config.AGENCY_TIME_ZONE)
      const matches = await matchesOf(request.query, reply)
      const [bookings, total] = await Promise.all([listStaffBookings(db, query, matches), countStaffBookings(db, query, matches)])
      if (total !== undefined) reply.header(TOTAL_COUNT, total)
      return bookings
    },
  )

  app.get(
    calls.staffBookingsFile,
    { config: { permission: 'bookings.export' }, schema: { querystring: bookingFiltersSchema } },
    async (request, reply) => {
      const matches = await matchesOf(request.query, reply)
      const actor = actorOf(request, auth.require(request))
      const entry = { actor, action: 'booking.exported', subject: { kind: 'booking', id: null } } as const
      const timeZone = config.AGENCY_TIME_ZONE
      const file = bookingFile(db, { filters: timed(request.query, timeZone), matches, timeZone })
      return sendCsvFile(reply, { name: 'bookings', at: now() }, recordExport(db, entry, request.query, file))
    },
  )
}
