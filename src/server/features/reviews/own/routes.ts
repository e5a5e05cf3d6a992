import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/accounts/public.ts'
import { calls } from '#shared/paths.ts'
import { ownReviewResponseSchema, reviewBodySchema } from '#shared/reviews/public.ts'
import { actAs } from '#server/lib/actors.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { createDailyLimit } from '#server/lib/daily-limits.ts'
import { createRateLimit } from '#server/lib/rate-limits.ts'
import { asUuid } from '#server/features/bookings/queries.ts'
import { deleteReview, writeReview } from '../commands.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })
/** Each change makes every process reload the tours. */
const CHANGES_PER_QUARTER_HOUR = 60

export function ownReviewRoutes(app: App, deps: Deps): void {
  const { config, db, pool, auth } = deps
  const changesPerAccount = createRateLimit(pool, 'review', CHANGES_PER_QUARTER_HOUR, 15 * 60)
  const reviewsADay = createDailyLimit(pool, 'reviews', config.REVIEWS_PER_DAY, 'reviews')

  app.put(
    calls.review(':id'),
    { schema: { params: paramsSchema, body: reviewBodySchema, response: { 200: ownReviewResponseSchema } } },
    async (request) => {
      const who = auth.require(request)
      const { userId } = who
      const bookingId = asUuid(request.params.id)
      await changesPerAccount.consume(userId)
      await reviewsADay.consume(userId, request)
      const review = await actAs(db, who, async (trx) => writeReview(trx, userId, bookingId, request.body, deps))
      return { review }
    },
  )

  app.delete(calls.review(':id'), { schema: { params: paramsSchema, response: { 200: messageResponseSchema } } }, async (request) => {
    const who = auth.require(request)
    const { userId } = who
    const bookingId = asUuid(request.params.id)
    await changesPerAccount.consume(userId)
    await actAs(db, who, async (trx) => deleteReview(trx, userId, bookingId))
    return { message: 'Review deleted' }
  })
}
