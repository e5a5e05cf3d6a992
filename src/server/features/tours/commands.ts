import { randomUUID } from 'node:crypto'
import type { Day } from '#shared/dates.ts'
import type { OwnReview } from '#shared/reviews.ts'
import type { Trx } from '#server/lib/db.ts'
import { authorName } from '#server/features/reviews/author-name.ts'

/**
 * Locks the row of a departure until the transaction ends, making it first if this is the day's first booking.
 * All who want seats of one day pass here one after the other.
 */
export async function lockDeparture(trx: Trx, tourId: string, day: Day, capacity: number): Promise<void> {
  await trx
    .insertInto('departures')
    .values({ tour_id: tourId, departs_on: day, capacity })
    // Changes nothing, and so locks a row that is there already.
    .onConflict((conflict) =>
      conflict.columns(['tour_id', 'departs_on']).doUpdateSet((eb) => ({ capacity: eb.ref('departures.capacity') })),
    )
    .execute()
}

/** Takes seats if as many are left; whether they were. The departure's check constraint stands behind it. */
export async function takeSeats(trx: Trx, tourId: string, day: Day, seats: number): Promise<boolean> {
  const updated = await trx
    .updateTable('departures')
    .set((eb) => ({ seats_taken: eb('seats_taken', '+', seats) }))
    .where('tour_id', '=', tourId)
    .where('departs_on', '=', day)
    .where((eb) => eb(eb('seats_taken', '+', seats), '<=', eb.ref('capacity')))
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** Gives seats back. */
export async function releaseSeats(trx: Trx, tourId: string, day: Day, seats: number): Promise<void> {
  await trx
    .updateTable('departures')
    .set((eb) => ({ seats_taken: eb('seats_taken', '-', seats) }))
    .where('tour_id', '=', tourId)
    .where('departs_on', '=', day)
    .execute()
}

interface NewReview {
  bookingId: string
  tourId: string
  userId: string
  /** The account's name; others see less of it. */
  fullName: string
  travelledOn: Day
  rating: number
  text: string
}

/** Writes the one review of a booking, or changes it; the tour's rating follows by a trigger. */
export async function saveReview(trx: Trx, review: NewReview): Promise<OwnReview> {
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

/** Removes the review of a person's booking; one that is gone already is what was wanted. */
export async function removeReview(trx: Trx, userId: string, bookingId: string): Promise<void> {
  await trx.deleteFrom('reviews').where('booking_id', '=', bookingId).where('user_id', '=', userId).execute()
}
