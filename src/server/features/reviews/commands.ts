import { isReviewable } from '#shared/bookings.ts'
import { addDays, longDay, type Day } from '#shared/dates.ts'
import type { OwnReview, ReviewBody } from '#shared/reviews.ts'
import type { Trx } from '#server/lib/db.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { findAccount } from '#server/features/accounts/queries.ts'
import { removeReview, saveReview } from '#server/features/tours/commands.ts'
import { lockBooking, type LockedBooking } from '#server/features/bookings/commands.ts'

/** Writes or changes the review of the person's own booking. Throws 404, and 409 `not_reviewable` with the reason. */
export async function writeReview(trx: Trx, userId: string, bookingId: string, body: ReviewBody, today: Day): Promise<OwnReview> {
  // Of two at the same moment, the second waits here and changes what the first has written.
  const booking = await lockBooking(trx, bookingId, userId)
  const reason = whyNotReviewable(booking, today)
  if (reason !== undefined) throw new AppError('not_reviewable', reason)
  const account = await findAccount(trx, userId)
  if (!account) throw notFound('Booking')
  const { tour_id } = await trx.selectFrom('tour_bookings').select('tour_id').where('booking_id', '=', bookingId).executeTakeFirstOrThrow()
  return saveReview(trx, { ...body, bookingId, userId, fullName: account.name, tourId: tour_id, travelledOn: booking.starts_on })
}

/** Takes the review of the person's own booking away, whatever has become of the booking. Throws 404. */
export async function deleteReview(trx: Trx, userId: string, bookingId: string): Promise<void> {
  await lockBooking(trx, bookingId, userId)
  await removeReview(trx, userId, bookingId)
}

function whyNotReviewable({ kind, status, starts_on }: LockedBooking, today: Day): string | undefined {
  if (kind !== 'tour') return 'Only tours can be reviewed.'
  if (isReviewable(status, starts_on, today)) return undefined
  if (status !== 'confirmed') return 'Only a confirmed booking can be reviewed.'
  return `You can write a review once you have travelled, from ${longDay(addDays(starts_on, 1))} on.`
}
