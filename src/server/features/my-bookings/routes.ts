import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { tourBookingSchema, vehicleBookingSchema, type BookingKind } from '#shared/bookings/public.ts'
import { confirmationResponseSchema } from '#shared/bookings/confirmations.ts'
import { travellersBodySchema } from '#shared/bookings/travellers.ts'
import { dayIn } from '#shared/dates.ts'
import { bookingPageQuerySchema, TOTAL_COUNT } from '#shared/list-pages.ts'
import { bookingsHref } from '#shared/pages.ts'
import { calls } from '#shared/paths.ts'
import { refundAtStart, TOUR_WORDS } from '#shared/refunds/lines.ts'
import { actAs } from '#server/lib/actors.ts'
import { calendarFile } from '#server/lib/calendar-file.ts'
import { createDailyLimit } from '#server/lib/daily-limits.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { readPhone } from '#server/lib/phones.ts'
import { setTravellers } from '#server/features/bookings/tours/commands.ts'
import { asUuid } from '#server/features/bookings/queries.ts'
import { countListed, type OwnList } from './queries.ts'
import { getConfirmation, listTourBookings } from './tours/queries.ts'
import { listVehicleBookings } from './vehicles/queries.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })

/** Covers specification §7, and adds confirmations and calendar files. */
export function myBookingRoutes(app: App, deps: Deps): void {
  const { config, db, pool, auth, origins } = deps
  const now = () => deps.now()
  const travellerListsADay = createDailyLimit(pool, 'traveller-lists', config.TRAVELLER_LISTS_PER_DAY, 'lists of travellers')
  const listOf = (request: FastifyRequest, kind: BookingKind): OwnList => {
    const { userId } = auth.require(request)
    return { userId, kind, now: now(), today: dayIn(config.AGENCY_TIME_ZONE, now()), timeZone: config.AGENCY_TIME_ZONE }
  }

  app.get(
    calls.myTourBookings,
    { schema: { querystring: bookingPageQuerySchema, response: { 200: z.array(tourBookingSchema) } } },
    async (request, reply) => {
      const list = listOf(request, 'tour')
      reply.header(TOTAL_COUNT, await countListed(db, list))
      return listTourBookings(db, list, request.query)
    },
  )

  app.get(
    calls.myVehicleBookings,
    { schema: { querystring: bookingPageQuerySchema, response: { 200: z.array(vehicleBookingSchema) } } },
    async (request, reply) => {
      const list = listOf(request, 'vehicle')
      reply.header(TOTAL_COUNT, await countListed(db, list))
      return listVehicleBookings(db, list, request.query)
    },
  )

  app.get(
    calls.confirmation(':id'),
    { schema: { params: paramsSchema, response: { 200: confirmationResponseSchema } } },
    async (request) => {
      const { userId } = auth.require(request)
      return getConfirmation(db, userId, request.params.id, config.AGENCY_TIME_ZONE)
    },
  )

  app.post(
    calls.travellers(':id'),
    { schema: { params: paramsSchema, body: travellersBodySchema, response: { 200: confirmationResponseSchema } } },
    async (request) => {
      const who = auth.require(request)
      const { userId } = who
      const bookingId = asUuid(request.params.id)
      await travellerListsADay.consume(userId, request)
      const names = request.body.names.filter(Boolean)
      const phone = request.body.phone === undefined ? undefined : readPhone(request.body.phone)
      await actAs(db, who, async (trx) => setTravellers(trx, userId, bookingId, { names, phone }))
      return getConfirmation(db, userId, bookingId, config.AGENCY_TIME_ZONE)
    },
  )

  app.get(calls.calendarFile(':id'), { schema: { params: paramsSchema } }, async (request, reply) => {
    const { userId } = auth.require(request)
    const { booking } = await getConfirmation(db, userId, request.params.id, config.AGENCY_TIME_ZONE)
    const { refundPolicy, travelDate, timeZone = config.AGENCY_TIME_ZONE } = booking
    const bookingUrl = `${origins.ofPages(request)}${bookingsHref('tour', booking.id)}`
    const file = calendarFile(
      {
        ...booking,
        title: booking.tourPackage.name,
        destination: booking.tourPackage.destination,
        travelOn: booking.travelDate,
        guests: booking.numberOfPeople,
        cancellation: refundAtStart(refundPolicy, travelDate, dayIn(timeZone, now()), { ...TOUR_WORDS, timeZone }),
        bookingUrl,
      },
      now(),
    )
    return reply
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('content-disposition', `attachment; filename="meridian-${booking.reference}.ics"`)
      .send(file)
  })
}
