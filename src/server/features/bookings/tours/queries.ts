import type { ExpressionBuilder } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { isReviewable, type TourBooking } from '#shared/bookings.ts'
import type { ConfirmationResponse } from '#shared/confirmations.ts'
import { dayIn } from '#shared/dates.ts'
import type { BookingPageQuery } from '#shared/list-pages.ts'
import { centsToDecimal } from '#shared/money.ts'
import { refundAtStart } from '#shared/refund-lines.ts'
import type { JourneyFacts } from '#server/emails/booking-facts.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'
import type { Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import { PICTURE_COLUMNS, toPicture } from '#server/features/tours/queries.ts'
import { todayOf } from '#server/lib/travel-days.ts'
import { unindexed } from '#server/lib/unindexed.ts'
import type { LockedBooking } from '../commands.ts'
import { asUuid, isToCome, policyOf, refundsOf, selectPage, toBookingRefund, type OwnList } from '../queries.ts'

function tourBookings(db: Database) {
  return db
    .selectFrom('bookings')
    .innerJoin('tour_bookings', 'tour_bookings.booking_id', 'bookings.id')
    .innerJoin('tours', 'tours.id', 'tour_bookings.tour_id')
    .leftJoin('payments', (join) => join.onRef('payments.booking_id', '=', 'bookings.id').on('payments.role', '=', 'primary'))
    .leftJoin('payment_attempts', (join) =>
      join.onRef('payment_attempts.booking_id', '=', 'bookings.id').on(unindexed('payment_attempts.status'), 'in', ['creating', 'open']),
    )
    .leftJoin('reservations', 'reservations.booking_id', 'bookings.id')
    .select([
      'bookings.id',
      'bookings.reference',
      'bookings.status',
      'bookings.title',
      'bookings.total_cents',
      'bookings.currency',
      'bookings.time_zone',
      'tour_bookings.tour_id',
      'tours.destination',
      'tour_bookings.departs_on',
      'tour_bookings.guests',
      'payments.provider_payment_id',
      'payment_attempts.expires_at',
      'payment_attempts.unpaid_since',
      'reservations.due_at',
    ])
    .select(refundsOf)
    .select(isUnderReview)
}

/** A person still has to decide about a payment that differs from what was agreed. */
function isUnderReview(eb: ExpressionBuilder<DB, 'bookings'>) {
  const apart = eb
    .selectFrom('payments as apart')
    .select('apart.id')
    .whereRef('apart.booking_id', '=', 'bookings.id')
    .where('apart.role', '=', 'quarantined')
  return eb.and([eb('bookings.status', '=', 'pending'), eb.exists(apart)]).as('is_under_review')
}

type TourBookingRow = Awaited<ReturnType<ReturnType<typeof tourBookings>['executeTakeFirstOrThrow']>>

function toTourBooking(row: TourBookingRow): TourBooking {
  return {
    id: row.id,
    reference: row.reference,
    tourPackage: { id: row.tour_id, name: row.title, destination: row.destination },
    travelDate: row.departs_on,
    ...(row.time_zone && { timeZone: row.time_zone }),
    numberOfPeople: row.guests,
    totalAmount: centsToDecimal(row.total_cents),
    currency: row.currency,
    stripeid: row.provider_payment_id,
    status: row.status,
    // The hold does not expire while money is on its way or a payment is under review.
    holdExpiresAt:
      row.status === 'pending' && !row.unpaid_since && !row.is_under_review
        ? ((row.due_at ?? row.expires_at)?.toISOString() ?? null)
        : null,
    ...(row.status === 'pending' && row.unpaid_since && { isPaymentOnItsWay: true }),
    ...(row.is_under_review && { isPaymentUnderReview: true }),
    refund: toBookingRefund(row.refunds, row.currency),
  }
}

/** Selects the booked tour's current picture for `toPicture`. */
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

/** Includes the bookings' reviews. */
export async function listTourBookings(db: Database, list: OwnList, query: BookingPageQuery): Promise<TourBooking[]> {
  const page = selectPage(db, list, query).as('page')
  const rows = await tourBookings(db)
    .innerJoin(page, 'page.id', 'bookings.id')
    .leftJoin('reviews', 'reviews.booking_id', 'bookings.id')
    .select(['reviews.rating', 'reviews.body', 'reviews.author_name'])
    .select(firstPicture)
    .orderBy('page.place')
    .execute()
  return rows.map(({ rating, body, author_name, first_picture, ...row }) => ({
    ...toTourBooking(row),
    ...(first_picture && { picture: toPicture(first_picture) }),
    review: rating === null ? null : { rating, text: body ?? '', authorName: author_name ?? '' },
    canReview: isReviewable(row.status, row.departs_on, row.time_zone ? dayIn(row.time_zone, list.now) : list.today),
  }))
}

/** The most bookings shown on a tour's page. */
const MOST_OF_TOUR = 200

/** Returns a person's unpaid open or upcoming confirmed bookings of a tour, by day. */
export async function listOwnBookingsOfTour(db: Database, list: Omit<OwnList, 'kind'>, tourId: string): Promise<TourBooking[]> {
  const rows = await tourBookings(db)
    .where('bookings.user_id', '=', list.userId)
    .where('tour_bookings.tour_id', '=', tourId)
    .where((eb) =>
      eb.or([eb('bookings.status', '=', 'pending'), eb.and([eb('bookings.status', '=', 'confirmed'), isToCome('bookings', list)])]),
    )
    .orderBy('tour_bookings.departs_on')
    .orderBy('bookings.created_at')
    .limit(MOST_OF_TOUR)
    .execute()
  return rows.map(toTourBooking)
}

/** Returns whether the tour or its departure was off sale at a moment (row 40). */
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

/** Returns the tour as staff describe it now; undefined for a booking of another kind. */
async function findBookedTour(db: Database | Trx, bookingId: string) {
  return db
    .selectFrom('tour_bookings')
    .innerJoin('tours', 'tours.id', 'tour_bookings.tour_id')
    .select(['guests', 'destination', 'duration', 'facts'])
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

/** Returns the trip facts for emails; empty for a booking of another kind. */
export async function readTrip(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  trx: Trx,
  booking: LockedBooking,
): Promise<Pick<JourneyFacts, 'trip' | 'picture'>> {
  const tour = booking.kind === 'tour' ? await findBookedTour(trx, booking.id) : undefined
  if (!tour) return {}
  const { guests, destination, duration, facts, days, picture } = tour
  const cancellation = refundAtStart(policyOf(booking), booking.starts_on, todayOf({ config, now }, booking))
  const { meetingPoint, startTime } = facts
  return {
    trip: {
      destination,
      guests,
      duration,
      meetingPoint,
      startTime,
      days: days.map(({ title }) => title),
      cancellation,
      asOf: now().toISOString(),
    },
    ...(picture && { picture: { filePath: picture.file_path, alt: picture.alt } }),
  }
}

/** Returns the printable confirmation of the person's own confirmed booking. Throws 404. */
export async function getConfirmation(db: Database, userId: string, bookingId: string): Promise<ConfirmationResponse> {
  const row = await tourBookings(db)
    .innerJoin('users', 'users.id', 'bookings.user_id')
    .select([
      'users.name as customer_name',
      'users.email as customer_email',
      'payments.paid_at',
      'tour_bookings.unit_price_cents',
      'tour_bookings.traveller_names',
      'tour_bookings.journey_phone',
      'tours.duration',
      'bookings.full_refund_days',
      'bookings.partial_refund_days',
      'bookings.partial_refund_percentage',
    ])
    .where('bookings.id', '=', asUuid(bookingId))
    .where('bookings.user_id', '=', userId)
    .where('bookings.status', '=', 'confirmed')
    .executeTakeFirst()
  const tour = row && (await findBookedTour(db, row.id))
  if (!tour) throw notFound('Booking')
  const { meetingPoint, startTime } = tour.facts
  return {
    booking: {
      ...toTourBooking(row),
      customerName: row.customer_name,
      customerEmail: row.customer_email,
      paidAt: row.paid_at?.toISOString() ?? null,
      unitPrice: centsToDecimal(row.unit_price_cents),
      duration: row.duration,
      meetingPoint,
      startTime,
      days: tour.days.map(({ title }) => title),
      refundPolicy: policyOf(row),
    },
    travellers: row.traveller_names,
    phone: row.journey_phone,
  }
}
