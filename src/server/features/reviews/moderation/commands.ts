import type { Trx } from '#server/lib/db.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { type Actor } from '#server/lib/actors.ts'
import { recordAudit } from '#server/features/audit/commands.ts'

export interface Moderation {
  reviewId: string
  actor: Actor & { accountId: string }
  now: Date
}

/**
 * Hides a review from everyone but its writer, even after later edits; a trigger updates the tour's rating. Throws 404,
 * and 409 `review_changed` naming who has already hidden it.
 */
export async function hideReview(trx: Trx, { reviewId, actor, now }: Moderation, reason: string): Promise<void> {
  const review = await lockReview(trx, reviewId)
  if (review.hidden_at) {
    const hider = await trx.selectFrom('users').select('name').where('id', '=', review.hidden_by).executeTakeFirst()
    throw new AppError('review_changed', `${hider?.name ?? 'Someone'} has just hidden this review. Please check again.`)
  }
  await trx
    .updateTable('reviews')
    .set({ hidden_at: now, hidden_by: actor.accountId, hidden_reason: reason })
    .where('id', '=', reviewId)
    .execute()
  await recordAudit(trx, { actor, action: 'review.hidden', subject: { kind: 'review', id: reviewId }, before: { rating: review.rating } })
}

/** Safe to repeat. Throws 404. */
export async function showReview(trx: Trx, { reviewId, actor }: Moderation): Promise<void> {
  const review = await lockReview(trx, reviewId)
  if (!review.hidden_at) return
  await trx.updateTable('reviews').set({ hidden_at: null, hidden_by: null, hidden_reason: null }).where('id', '=', reviewId).execute()
  await recordAudit(trx, { actor, action: 'review.shown', subject: { kind: 'review', id: reviewId }, after: { rating: review.rating } })
}

async function lockReview(trx: Trx, id: string) {
  const review = isUuid(id)
    ? await trx.selectFrom('reviews').select(['hidden_at', 'hidden_by', 'rating']).where('id', '=', id).forUpdate().executeTakeFirst()
    : undefined
  if (!review) throw notFound('Review')
  return review
}
