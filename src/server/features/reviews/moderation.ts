import { sql } from 'kysely'
import * as calls from '#shared/reviews/staff-calls.ts'
import type { ListStaffReviewsQuery, StaffReview } from '#shared/reviews/staff.ts'
import type { NamedActor } from '#server/lib/actors.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import type { Serving } from '#server/lib/serve.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { recordAudit } from '#server/features/audit/commands.ts'

export function moderation({ read, change }: Serving, { now }: Pick<Deps, 'now'>): void {
  read(calls.listStaffReviews, async ({ db, query }) => listStaffReviews(db, query))
  change(calls.hideReview, async ({ trx, actor, params, body }) => {
    await hideReview(trx, actor, params.id, body.reason, now())
    return getStaffReview(trx, params.id)
  })
  change(calls.showReview, async ({ trx, actor, params }) => {
    await showReview(trx, actor, params.id)
    return getStaffReview(trx, params.id)
  })
}

function staffReviews(db: Database | Trx) {
  return db
    .selectFrom('reviews')
    .innerJoin('tours', 'tours.id', 'reviews.tour_id')
    .leftJoin('users as hider', 'hider.id', 'hidden_by')
    .select(['reviews.id', 'tour_id', 'tours.name as tour_name', 'author_name', 'rating', 'body', 'travelled_on', 'reviews.is_demo'])
    .select(['reviews.created_at', 'hidden_at', 'hidden_reason', 'hider.name as hidden_by_name'])
}

type ReviewRow = Awaited<ReturnType<ReturnType<typeof staffReviews>['executeTakeFirstOrThrow']>>

/** Newest first; `state` selects visible or hidden reviews, both by default. */
export async function listStaffReviews(db: Database, { tour, state, before, limit }: ListStaffReviewsQuery): Promise<StaffReview[]> {
  if (before !== undefined && !isUuid(before)) return []
  const rows = await staffReviews(db)
    .$if(tour !== undefined, (query) => query.where('tour_id', '=', tour ?? ''))
    .$if(state !== undefined, (query) => query.where('hidden_at', state === 'hidden' ? 'is not' : 'is', null))
    .$if(before !== undefined, (query) =>
      query.where(
        sql<boolean>`(reviews.created_at, reviews.id) < (select created_at, id from reviews as last where last.id = ${before ?? ''})`,
      ),
    )
    .orderBy('reviews.created_at', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toStaffReview)
}

/** Includes hidden reviews. Throws 404. */
async function getStaffReview(db: Database | Trx, id: string): Promise<StaffReview> {
  const row = isUuid(id) ? await staffReviews(db).where('reviews.id', '=', id).executeTakeFirst() : undefined
  if (!row) throw notFound('Review')
  return toStaffReview(row)
}

function toStaffReview(row: ReviewRow): StaffReview {
  return {
    id: row.id,
    tour: { id: row.tour_id, name: row.tour_name },
    authorName: row.author_name,
    rating: row.rating,
    text: row.body,
    travelledOn: row.travelled_on,
    createdAt: row.created_at.toISOString(),
    isDemo: row.is_demo,
    hidden: row.hidden_at && { at: row.hidden_at.toISOString(), by: row.hidden_by_name, reason: row.hidden_reason ?? '' },
  }
}

/**
 * Hides a review from everyone but its writer, even after later edits; a trigger updates the tour's rating. Throws 404,
 * and 409 `review_changed` naming who has already hidden it.
 */
async function hideReview(trx: Trx, actor: NamedActor, reviewId: string, reason: string, now: Date): Promise<void> {
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
async function showReview(trx: Trx, actor: NamedActor, reviewId: string): Promise<void> {
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
