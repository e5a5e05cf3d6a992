import type { ExpressionBuilder } from 'kysely'
import type { OwnListQuery } from '#shared/bookings/calls.ts'
import type { ConfirmationResponse } from '#shared/bookings/confirmations.ts'
import { isReviewable, type TourBooking } from '#shared/bookings/public.ts'
import { dayIn } from '#shared/dates.ts'
import { centsToDecimal } from '#shared/money.ts'
import { dueText } from '#shared/reservations/due-moments.ts'
import type { DB } from '#server/lib/db-types.ts'
import type { Database } from '#server/lib/db.ts'
import { notFound } from '#server/lib/errors.ts'
import { unindexed } from '#server/lib/unindexed.ts'
import { boughtOf, toBought } from '#server/features/bookings/lines.ts'
import { asUuid, isToCome, policyOf } from '#server/features/bookings/records.ts'
import { findBookedTour, firstPicture } from '#server/features/bookings/trips.ts'
import { toPicture } from '#server/features/tours/pictures/pictures.ts'
import { readPosted, refundsOf, selectPage, toBookingRefund, type OwnList } from './lists.ts'

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
    .select(boughtOf.as('bought'))
    .select(refundsOf)
    .select(isUnderReview)
}

/** True if one of its payments was not as agreed and awaits a person's decision. */
function isUnderReview(eb: ExpressionBuilder<DB, 'bookings'>) {
  const apart = eb
    .selectFrom('payments as apart')
    .select('apart.id')
    .whereRef('apart.booking_id', '=', 'bookings.id')
    .where('apart.role', '=', 'quarantined')
  return eb.and([eb('bookings.status', '=', 'pending'), eb.exists(apart)]).as('is_under_review')
}

type TourBookingRow = Awaited<ReturnType<ReturnType<typeof tourBookings>['executeTakeFirstOrThrow']>>

/** `timeZone` is the agency's, in which the end of a reservation is stated. It is not needed for a booking that holds no seats. */
function toTourBooking(row: TourBookingRow, timeZone?: string): TourBooking {
  const isUndecided = row.is_under_review || (row.status === 'pending' && row.unpaid_since !== null)
  const isHeld = row.status === 'pending' && !isUndecided
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
    // Seats are held while a payment is awaited or decided about, whatever the deadline.
    holdExpiresAt: isHeld ? ((row.due_at ?? row.expires_at)?.toISOString() ?? null) : null,
    ...(isHeld && row.due_at && timeZone !== undefined && { heldUntil: dueText(row.due_at, timeZone) }),
    ...(isUndecided && { isPaymentUnderReview: true }),
    refund: toBookingRefund(row.refunds, row.currency),
    ...toBought(row.bought),
  }
}

/** Includes the person's reviews. */
export async function listTourBookings(db: Database, list: OwnList, query: OwnListQuery): Promise<TourBooking[]> {
  const page = selectPage(db, list, query).as('page')
  const listed = tourBookings(db)
    .innerJoin(page, 'page.id', 'bookings.id')
    .leftJoin('reviews', 'reviews.booking_id', 'bookings.id')
    .select(['reviews.rating', 'reviews.body', 'reviews.author_name'])
    .select(firstPicture)
    .orderBy('page.place')
  const rows = await readPosted(db, async () => listed.execute())
  return rows.map(({ rating, body, author_name, first_picture, ...row }) => ({
    ...toTourBooking(row, list.timeZone),
    ...(first_picture && { picture: toPicture(first_picture) }),
    review: rating === null ? null : { rating, text: body ?? '', authorName: author_name ?? '' },
    canReview: isReviewable(row.status, row.departs_on, row.time_zone ? dayIn(row.time_zone, list.now) : list.today),
  }))
}

/** Maximum number of bookings shown on a tour's page. */
const MAX_OF_TOUR = 200

/** Returns a person's bookings of one tour that are unpaid and still open, or confirmed and upcoming, sorted by day. */
export async function listOwnBookingsOfTour(db: Database, list: Omit<OwnList, 'kind'>, tourId: string): Promise<TourBooking[]> {
  const listed = tourBookings(db)
    .where('bookings.user_id', '=', list.userId)
    .where('tour_bookings.tour_id', '=', tourId)
    .where((eb) =>
      eb.or([eb('bookings.status', '=', 'pending'), eb.and([eb('bookings.status', '=', 'confirmed'), isToCome('bookings', list)])]),
    )
    .orderBy('tour_bookings.departs_on')
    .orderBy('bookings.created_at')
    .limit(MAX_OF_TOUR)
  const rows = await readPosted(db, async () => listed.execute())
  return rows.map((row) => toTourBooking(row, list.timeZone))
}

/** Throws 404 unless it is the person's own confirmed booking. Its days count in `agencyZone` if the tour has no time zone of its own. */
export async function getConfirmation(db: Database, userId: string, bookingId: string, agencyZone: string): Promise<ConfirmationResponse> {
  const own = tourBookings(db)
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
  const [row] = await readPosted(db, async () => own.execute())
  const tour = row && (await findBookedTour(db, row.id))
  if (!tour) throw notFound('Booking')
  const { meetingPoint, startTime } = tour.facts
  const startsAt = row.bought?.option.startTime ?? startTime
  return {
    booking: {
      ...toTourBooking(row),
      timeZone: row.time_zone ?? agencyZone,
      customerName: row.customer_name,
      customerEmail: row.customer_email,
      paidAt: row.paid_at?.toISOString() ?? null,
      unitPrice: centsToDecimal(row.unit_price_cents),
      duration: row.duration,
      meetingPoint,
      startTime: startsAt,
      days: tour.days.map(({ title }) => title),
      refundPolicy: policyOf(row),
    },
    travellers: row.traveller_names,
    phone: row.journey_phone,
  }
}
