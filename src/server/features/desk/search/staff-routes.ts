import type { FastifyReply } from 'fastify'
import { z } from 'zod/mini'
import { calls } from '#shared/paths.ts'
import {
  bookingFiltersSchema,
  listStaffBookingsQuerySchema,
  SEARCH_LIMITED,
  staffBookingSchema,
  type BookingFilters,
} from '#shared/staff-bookings.ts'
import { sendCsvFile } from '#server/lib/csv-file.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { bookingFile, findMatches, listStaffBookings, timed } from './queries.ts'

/** The list of all bookings, for all staff. The guard of the scope has let only them in. */
export function bookingSearchRoutes(app: App, { config, db }: Deps): void {
  async function matchesOf({ search }: BookingFilters, reply: FastifyReply) {
    if (search === undefined) return undefined
    const matches = await findMatches(db, search)
    if (matches.isLimited) reply.header(SEARCH_LIMITED, 'true')
    return matches
  }

  app.get(
    calls.staffBookings,
    { schema: { querystring: listStaffBookingsQuerySchema, response: { 200: z.array(staffBookingSchema) } } },
    async (request, reply) => listStaffBookings(db, timed(request.query, config.AGENCY_TIME_ZONE), await matchesOf(request.query, reply)),
  )

  app.get(calls.staffBookingsFile, { schema: { querystring: bookingFiltersSchema } }, async (request, reply) => {
    const matches = await matchesOf(request.query, reply)
    return sendCsvFile(reply, 'bookings', bookingFile(db, timed(request.query, config.AGENCY_TIME_ZONE), matches))
  })
}
