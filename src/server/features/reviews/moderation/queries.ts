import { sql } from 'kysely'
import type { ListStaffReviewsQuery, StaffReview } from '#shared/reviews/staff.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { notFound } from '#server/lib/errors.ts'
import { isUuid } from '#server/lib/uuids.ts'

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
export async function getStaffReview(db: Database | Trx, id: string): Promise<StaffReview> {
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
