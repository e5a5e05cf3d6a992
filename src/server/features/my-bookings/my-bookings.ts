import * as calls from '#shared/bookings/calls.ts'
import * as sheetCalls from '#shared/bookings/confirmation-calls.ts'
import type { BookingKind } from '#shared/bookings/public.ts'
import { dayIn } from '#shared/dates.ts'
import { TOTAL_COUNT } from '#shared/list-pages.ts'
import { bookingsHref } from '#shared/pages.ts'
import { refundAtStart, TOUR_WORDS } from '#shared/refunds/lines.ts'
import { asUuid } from '#server/features/bookings/records.ts'
import { setTravellers } from '#server/features/bookings/tour-bookings.ts'
import { actAs } from '#server/lib/actors.ts'
import { calendarFile } from '#server/lib/calendar-file.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { Feature } from '#server/lib/feature.ts'
import { readPhone } from '#server/lib/phones.ts'
import { createDailyLimit } from '#server/lib/rate-limits.ts'
import type { Serving } from '#server/lib/serve.ts'
import { countListed, type OwnList } from './lists.ts'
import { listVehicleBookings, moveCalls } from './moves.ts'
import { getConfirmation, listTourBookings } from './tour-bookings.ts'

export function myBookings(deps: Deps): Feature {
  return {
    calls(serving) {
      listCalls(serving, deps)
      confirmationCalls(serving, deps)
      moveCalls(serving, deps)
    },
  }
}

/** Specification §7. */
function listCalls({ read }: Serving, deps: Pick<Deps, 'config' | 'now'>): void {
  const timeZone = deps.config.AGENCY_TIME_ZONE
  const listOf = (userId: string, kind: BookingKind): OwnList => {
    const now = deps.now()
    return { userId, kind, now, today: dayIn(timeZone, now), timeZone }
  }

  read(calls.listTourBookings, async ({ db, who, query, reply }) => {
    const list = listOf(who.userId, 'tour')
    reply.header(TOTAL_COUNT, await countListed(db, list))
    return listTourBookings(db, list, query)
  })
  read(calls.listVehicleBookings, async ({ db, who, query, reply }) => {
    const list = listOf(who.userId, 'vehicle')
    reply.header(TOTAL_COUNT, await countListed(db, list))
    return listVehicleBookings(db, list, query)
  })
}

function confirmationCalls({ read, flow }: Serving, deps: Deps): void {
  const { config, now, origins, pool } = deps
  const travellerListsADay = createDailyLimit(pool, 'traveller-lists', config.TRAVELLER_LISTS_PER_DAY, 'lists of travellers')

  read(sheetCalls.getConfirmation, async ({ db, who, params }) => getConfirmation(db, who.userId, params.id, config.AGENCY_TIME_ZONE))
  flow(sheetCalls.saveTravellers, async ({ deps: { db }, who, params, body, request }) => {
    const bookingId = asUuid(params.id)
    await travellerListsADay.consume(who.userId, request)
    const names = body.names.filter(Boolean)
    const phone = body.phone === undefined ? undefined : readPhone(body.phone)
    await actAs(db, who, async (trx) => setTravellers(trx, who.userId, bookingId, { names, phone }))
    return getConfirmation(db, who.userId, bookingId, config.AGENCY_TIME_ZONE)
  })
  read(calls.downloadTripEvent, async ({ db, who, params, request, reply }) => {
    const { booking } = await getConfirmation(db, who.userId, params.id, config.AGENCY_TIME_ZONE)
    const { refundPolicy, travelDate, timeZone = config.AGENCY_TIME_ZONE } = booking
    const file = calendarFile(
      {
        ...booking,
        title: booking.tourPackage.name,
        destination: booking.tourPackage.destination,
        travelOn: booking.travelDate,
        guests: booking.numberOfPeople,
        cancellation: refundAtStart(refundPolicy, travelDate, dayIn(timeZone, now()), { ...TOUR_WORDS, timeZone }),
        bookingUrl: `${origins.ofPages(request)}${bookingsHref('tour', booking.id)}`,
      },
      now(),
    )
    reply
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('content-disposition', `attachment; filename="meridian-${booking.reference}.ics"`)
    return file
  })
}
