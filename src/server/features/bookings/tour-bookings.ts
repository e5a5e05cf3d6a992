import { randomUUID } from 'node:crypto'
import type { ExpressionBuilder, QueryCreator } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Offer } from '#shared/tours/offers/compute.ts'
import { optionEndsAt } from '#shared/tours/offers/option-days.ts'
import type { SellingOption } from '#shared/tours/offers/selling-schema.ts'
import { saleEndsAt } from '#shared/tours/sale-ends.ts'
import type { OfferedTour } from '#server/features/tours/offered-tours.ts'
import { takingSeats } from '#server/features/tours/seats.ts'
import type { DB } from '#server/lib/db-types.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import type { PhoneColumns } from '#server/lib/phones.ts'
import { insertingLines, toLineRows } from './lines.ts'
import { createReference, lockOwnBooking } from './records.ts'

export type TourBooking = ReturnType<typeof newTourBooking>

/** What is sold: an offer for a tour on a day, and where its travellers are picked up. */
export interface TourSale {
  tour: OfferedTour
  day: Day
  offer: Offer
  pickup: SellingOption['pickups'][number] | null
}

/** Builds a pending booking of a sale, with the current refund policy and time zone. `slotId` is null for a tour without options. */
export function newTourBooking(userId: string, { tour, day, offer, pickup }: TourSale, slotId: string | null, now: Date) {
  const { option, startTime } = offer
  const booking = {
    id: randomUUID(),
    reference: createReference(),
    kind: 'tour' as const,
    user_id: userId,
    status: 'pending' as const,
    title: tour.name,
    total_cents: offer.totalCents,
    currency: tour.currency,
    starts_on: day,
    ...saleEndOf({ tour, day, offer }),
    full_refund_days: tour.full_refund_days,
    partial_refund_days: tour.partial_refund_days,
    partial_refund_percentage: tour.partial_refund_percentage,
    created_at: now,
  }
  const ofTour = {
    booking_id: booking.id,
    tour_id: tour.id,
    departs_on: day,
    guests: offer.people,
    unit_price_cents: tour.base_price_cents,
    option_id: slotId === null ? null : option.id,
    option_name: slotId === null ? null : option.name,
    start_time: startTime,
    minutes: option.startTimes.find(({ time }) => time === startTime)?.minutes ?? null,
    slot_id: slotId,
    seats: slotId === null ? null : offer.seats,
    pickup_place: pickup?.place ?? null,
    pickup_minutes: pickup?.minutesBefore ?? null,
  }
  return { booking, ofTour, lines: toLineRows(booking.id, offer.lines, tour.tax_category_id) }
}

/** A tour with options has its place's time zone, so that a booking of it always has a moment at which its sale ends. */
function saleEndOf({ tour, day, offer }: Pick<TourSale, 'tour' | 'day' | 'offer'>) {
  if (tour.selling) {
    const sold = { selling: tour.selling, saleEnd: tour.saleEnd }
    return { time_zone: tour.selling.timeZone, sale_ends_at: optionEndsAt(sold, offer.option, offer.startTime, day) }
  }
  return { time_zone: tour.saleEnd?.timeZone ?? null, sale_ends_at: tour.saleEnd && saleEndsAt(tour.saleEnd, day) }
}

/**
 * Starts a statement that also inserts a booking and takes its seats, in one round trip because a crowd may be waiting
 * for the departure. The departure must be locked and have the seats.
 */
export function alongWithSeats(db: Database, rows: TourBooking): QueryCreator<DB> {
  const { tour_id, departs_on, guests } = rows.ofTour
  return alongWithBooking(db, rows).with('seats', () => takingSeats(db, tour_id, departs_on, guests))
}

/** Starts whichever of the two statements a booking needs. */
export function alongWithSale(db: Database, rows: TourBooking): QueryCreator<DB> {
  return rows.ofTour.slot_id === null ? alongWithSeats(db, rows) : alongWithBooking(db, rows)
}

/** Starts a statement that also inserts a booking and its lines. Its seats must be taken by another one, as those of a slot are. */
export function alongWithBooking(db: Database, { booking, ofTour, lines }: TourBooking): QueryCreator<DB> {
  return db
    .with('booking', () => db.insertInto('bookings').values(booking))
    .with('of_tour', () => db.insertInto('tour_bookings').values(ofTour))
    .with('lines', () => insertingLines(db, lines))
}

/**
 * Finds a booking for the same tour and day that the person confirmed after making this one, so that paying for this one would pay twice. A
 * booking confirmed earlier means they wanted both, and so does one that staff made for them. Locks the departure, so that of two
 * simultaneous payments the second sees the first.
 */
export async function findRebooking(trx: Trx, bookingId: string): Promise<{ id: string; reference: string } | undefined> {
  const own = await trx
    .selectFrom('tour_bookings')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .innerJoin('departures', (join) =>
      join.onRef('departures.tour_id', '=', 'tour_bookings.tour_id').onRef('departures.departs_on', '=', 'tour_bookings.departs_on'),
    )
    .select(['tour_bookings.tour_id', 'tour_bookings.departs_on', 'user_id', 'bookings.created_at'])
    .where('booking_id', '=', bookingId)
    .where(isMadeOnline)
    .forUpdate('departures')
    .executeTakeFirst()
  if (!own) return undefined
  return trx
    .selectFrom('bookings')
    .innerJoin('tour_bookings', 'tour_bookings.booking_id', 'bookings.id')
    .select(['bookings.id', 'reference'])
    .where('bookings.id', '!=', bookingId)
    .where('user_id', '=', own.user_id)
    .where('tour_id', '=', own.tour_id)
    .where('departs_on', '=', own.departs_on)
    .where('confirmed_at', '>=', own.created_at)
    .where(isMadeOnline)
    .orderBy('confirmed_at')
    .executeTakeFirst()
}

function isMadeOnline({ exists, not, selectFrom }: ExpressionBuilder<DB, 'bookings'>) {
  return not(exists(selectFrom('reservations').select('booking_id').whereRef('reservations.booking_id', '=', 'bookings.id')))
}

interface Travellers {
  names: string[]
  /** Left unchanged if absent. */
  phone?: PhoneColumns | undefined
}

/**
 * Stores the travellers' names and this trip's phone number on the person's own booking. Throws 404, and 400 for more
 * names than travellers.
 */
export async function setTravellers(trx: Trx, userId: string, bookingId: string, { names, phone }: Travellers): Promise<void> {
  await lockOwnBooking(trx, userId, bookingId)
  const stored = await trx
    .updateTable('tour_bookings')
    .set({ traveller_names: names, ...(phone && { journey_phone: phone.typed, journey_phone_number: phone.number }) })
    .where('booking_id', '=', bookingId)
    .where('guests', '>=', names.length)
    .executeTakeFirst()
  if (stored.numUpdatedRows === 1n) return
  const message = 'There are more names than travellers'
  throw new AppError('validation_failed', message, { issues: [{ path: 'names', message }] })
}
