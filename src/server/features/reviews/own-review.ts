import { randomUUID } from 'node:crypto'
import { isReviewable } from '#shared/bookings/public.ts'
import { addDays, longDay, type Day } from '#shared/dates.ts'
import * as calls from '#shared/reviews/own-calls.ts'
import type { OwnReview, ReviewBody } from '#shared/reviews/own.ts'
import { findAccount } from '#server/features/accounts/users.ts'
import { asUuid, lockOwnBooking, type LockedBooking } from '#server/features/bookings/records.ts'
import { actAs } from '#server/lib/actors.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { inPages, isOneOf, type PersonalData } from '#server/lib/personal-data.ts'
import { createDailyLimit, createRateLimit } from '#server/lib/rate-limits.ts'
import type { Serving } from '#server/lib/serve.ts'
import { todayOf } from '#server/lib/travel-days.ts'
import { authorName } from './author-name.ts'

/** Each change makes every process reload the tours. */
const CHANGES_PER_QUARTER_HOUR = 60

/** Flows, because attempts are counted even if they fail. */
export function ownReview({ flow }: Serving, { config, pool }: Pick<Deps, 'config' | 'pool'>): void {
  const changesPerAccount = createRateLimit(pool, 'review', CHANGES_PER_QUARTER_HOUR, 15 * 60)
  const reviewsADay = createDailyLimit(pool, 'reviews', config.REVIEWS_PER_DAY, 'reviews')

  flow(calls.writeReview, async ({ deps, who, params, body, request }) => {
    const { userId } = who
    const bookingId = asUuid(params.id)
    await changesPerAccount.consume(userId)
    await reviewsADay.consume(userId, request)
    return { review: await actAs(deps.db, who, async (trx) => writeReview(trx, userId, bookingId, body, deps)) }
  })

  flow(calls.deleteReview, async ({ deps, who, params }) => {
    const { userId } = who
    const bookingId = asUuid(params.id)
    await changesPerAccount.consume(userId)
    await actAs(deps.db, who, async (trx) => deleteReview(trx, userId, bookingId))
    return { message: 'Review deleted' }
  })
}

type Clock = Pick<Deps, 'config' | 'now'>

/** Throws 404, and 409 `not_reviewable` with the reason. */
async function writeReview(trx: Trx, userId: string, bookingId: string, body: ReviewBody, clock: Clock): Promise<OwnReview> {
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
async function deleteReview(trx: Trx, userId: string, bookingId: string): Promise<void> {
  await lockOwnBooking(trx, userId, bookingId)
  await trx.deleteFrom('reviews').where('booking_id', '=', bookingId).where('user_id', '=', userId).execute()
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

/** A deleted account’s reviews are kept with their ratings, under a name that identifies no one. */
export const reviewPersonalData: PersonalData = {
  async export(db, userId) {
    const own = db.selectFrom('reviews').select('id').where('user_id', '=', userId)
    const rows = await own.orderBy('created_at').orderBy('id').execute()
    return { reviews: inPages(rows, async (ids) => listOwnReviews(db, ids)) }
  },
  findObstacle: async () => undefined,
  async forget(trx, userId) {
    await trx.updateTable('reviews').set({ user_id: null, author_name: 'A traveller' }).where('user_id', '=', userId).execute()
    return undefined
  },
}

async function listOwnReviews(db: Database, ids: readonly string[]) {
  const rows = await db
    .selectFrom('reviews')
    .innerJoin('tours', 'tours.id', 'reviews.tour_id')
    .select(['tours.name', 'author_name', 'rating', 'body', 'travelled_on', 'reviews.created_at'])
    .where(isOneOf('reviews.id', ids))
    .orderBy('reviews.created_at')
    .orderBy('reviews.id')
    .execute()
  return rows.map((row) => ({
    tour: row.name,
    author: row.author_name,
    rating: row.rating,
    text: row.body,
    travelledOn: row.travelled_on,
    writtenAt: row.created_at,
  }))
}
