import { isReviewable } from '#shared/bookings/public.ts'
import { addDays, longDay, type Day } from '#shared/dates.ts'
import type { OwnReview, ReviewBody } from '#shared/reviews/public.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { todayOf } from '#server/lib/travel-days.ts'
import { findAccount } from '#server/features/accounts/queries.ts'
import { lockOwnBooking, type LockedBooking } from '#server/features/bookings/commands.ts'
import { randomUUID } from 'node:crypto'
import { authorName } from './author-name.ts'

type Clock = Pick<Deps, 'config' | 'now'>

/** Throws 404, and 409 `not_reviewable` with the reason. */
export async function writeReview(trx: Trx, userId: string, bookingId: string, body: ReviewBody, clock: Clock): Promise<OwnReview> {
  // Of two sent at once, the second waits here and then edits the first one's review.
  const booking = await lockOwnBooking(trx, userId, bookingId)
  const reason = whyNotReviewable(booking, todayOf(clock, booking))
  if (reason !== undefined) throw new AppError('not_reviewable', reason)
  const account = await findAccount(trx, userId)
  if (!account) throw notFound('Booking')
  const { tour_id } = await trx.selectFrom('tour_bookings').select('tour_id').where('booking_id', '=', bookingId).executeTakeFirstOrThrow()
  return saveReview(trx, { ...body, bookingId, userId, fullName: account.name, tourId: tour_id, travelledOn: booking.starts_on })
}

/** Allowed whatever the booking's status is now. Throws 404. */
export async function deleteReview(trx: Trx, userId: string, bookingId: string): Promise<void> {
  await lockOwnBooking(trx, userId, bookingId)
  await removeReview(trx, userId, bookingId)
}

function whyNotReviewable({ kind, status, starts_on }: LockedBooking, today: Day): string | undefined {
  if (kind !== 'tour') return 'Only tours can be reviewed.'
  if (isReviewable(status, starts_on, today)) return undefined
  if (status !== 'confirmed') return 'Only a confirmed booking can be reviewed.'
  return `You can write a review after your trip, from ${longDay(addDays(starts_on, 1))}.`
}

interface NewReview {
  bookingId: string
  tourId: string
  userId: string
  /** The full name of the account; others see only part of it. */
  fullName: string
  travelledOn: Day
  rating: number
  text: string
}

/** A trigger updates the tour's rating. */
async function saveReview(trx: Trx, review: NewReview): Promise<OwnReview> {
  const { bookingId, tourId, userId, fullName, travelledOn, rating, text } = review
  const author_name = authorName(fullName)
  await trx
    .insertInto('reviews')
    .values({
      id: randomUUID(),
      booking_id: bookingId,
      tour_id: tourId,
      user_id: userId,
      author_name,
      rating,
      body: text,
      travelled_on: travelledOn,
    })
    .onConflict((conflict) => conflict.column('booking_id').doUpdateSet({ author_name, rating, body: text }))
    .execute()
  return { rating, text, authorName: author_name }
}

async function removeReview(trx: Trx, userId: string, bookingId: string): Promise<void> {
  await trx.deleteFrom('reviews').where('booking_id', '=', bookingId).where('user_id', '=', userId).execute()
}
