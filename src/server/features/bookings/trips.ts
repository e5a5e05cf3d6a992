import type { ExpressionBuilder } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { dayIn } from '#shared/dates.ts'
import { refundAtStart, TOUR_WORDS } from '#shared/refunds/lines.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'
import type { Deps } from '#server/lib/deps.ts'
import { pickupTime, type JourneyFacts } from '#server/emails/booking-facts.ts'
import { PICTURE_COLUMNS } from '#server/features/tours/pictures/pictures.ts'
import { type LockedBooking, policyOf } from './records.ts'
import { boughtOf, toBought } from './lines.ts'

export function firstPicture(eb: ExpressionBuilder<DB, 'tour_bookings'>) {
  return jsonObjectFrom(
    eb
      .selectFrom('tour_images')
      .innerJoin('pictures', 'pictures.id', 'tour_images.picture_id')
      .select([...PICTURE_COLUMNS])
      .whereRef('tour_images.tour_id', '=', 'tour_bookings.tour_id')
      .orderBy('tour_images.position')
      .limit(1),
  ).as('first_picture')
}

/** Returns whether the booking's tour or departure was no longer on sale at that moment. */
export async function wasWithdrawn(db: Database | Trx, bookingId: string, at: Date): Promise<boolean> {
  const row = await db
    .selectFrom('tour_bookings')
    .innerJoin('tours', 'tours.id', 'tour_bookings.tour_id')
    .innerJoin('departures', (join) =>
      join.onRef('departures.tour_id', '=', 'tour_bookings.tour_id').onRef('departures.departs_on', '=', 'tour_bookings.departs_on'),
    )
    .select(['withdrawn_at', 'blocked_at'])
    .where('booking_id', '=', bookingId)
    .executeTakeFirst()
  return [row?.withdrawn_at, row?.blocked_at].some((since) => since && since <= at)
}

/** Throws for a booking of another kind. */
export async function countGuests(trx: Trx, bookingId: string): Promise<number> {
  const { guests } = await trx.selectFrom('tour_bookings').select('guests').where('booking_id', '=', bookingId).executeTakeFirstOrThrow()
  return guests
}

/** Returns the tour as staff describe it now, or undefined for another kind of booking. */
export async function findBookedTour(db: Database | Trx, bookingId: string) {
  return db
    .selectFrom('tour_bookings')
    .innerJoin('tours', 'tours.id', 'tour_bookings.tour_id')
    .select(['guests', 'destination', 'duration', 'facts'])
    .select(boughtOf.as('bought'))
    .select((eb) => [
      jsonArrayFrom(
        eb.selectFrom('itinerary_days').select('title').whereRef('itinerary_days.tour_id', '=', 'tours.id').orderBy('day_number'),
      ).as('days'),
      jsonObjectFrom(
        eb
          .selectFrom('tour_images')
          .innerJoin('pictures', 'pictures.id', 'tour_images.picture_id')
          .select(['file_path', 'alt'])
          .whereRef('tour_images.tour_id', '=', 'tours.id')
          .orderBy('position')
          .limit(1),
      ).as('picture'),
    ])
    .where('booking_id', '=', bookingId)
    .executeTakeFirst()
}

async function readPickup(trx: Trx, bookingId: string): Promise<Date> {
  const request = trx.selectFrom('vehicle_bookings').select('pickup_at').where('booking_id', '=', bookingId)
  return (await request.executeTakeFirstOrThrow()).pickup_at
}

/** Returns what the confirmation says about a trip, or about the time of a move. */
export async function readTrip(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  trx: Trx,
  booking: LockedBooking,
): Promise<Partial<Pick<JourneyFacts, 'trip' | 'picture' | 'startsAt' | 'starts_on'>>> {
  if (booking.kind === 'vehicle') return pickupTime(await readPickup(trx, booking.id))
  const tour = await findBookedTour(trx, booking.id)
  if (!tour) return {}
  const { guests, destination, duration, facts, days, picture, bought } = tour
  const timeZone = booking.time_zone ?? config.AGENCY_TIME_ZONE
  const cancellation = refundAtStart(policyOf(booking), booking.starts_on, dayIn(timeZone, now()), { ...TOUR_WORDS, timeZone })
  const { meetingPoint, startTime } = facts
  return {
    trip: {
      destination,
      guests,
      duration,
      meetingPoint,
      startTime: bought?.option.startTime ?? startTime,
      ...toBought(bought),
      ...(booking.time_zone !== null && { timeZone: booking.time_zone }),
      days: days.map(({ title }) => title),
      cancellation,
      asOf: now().toISOString(),
    },
    ...(picture && { picture: { filePath: picture.file_path, alt: picture.alt } }),
  }
}
