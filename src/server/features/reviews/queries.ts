import { RATINGS, meanRating, type ListReviewsResponse, type ListReviewsQuery, type ReviewSort } from '#shared/reviews.ts'
import type { Database } from '#server/lib/db.ts'

const BY_RATING: Record<ReviewSort, 'asc' | 'desc' | undefined> = { newest: undefined, highest: 'desc', lowest: 'asc' }

/** Returns a page of the reviews that staff have not hidden, of all tours or of one, with a summary of all their ratings. */
export async function listReviews(db: Database, query: ListReviewsQuery): Promise<ListReviewsResponse> {
  const { page, limit, sort, tour } = query
  const byRating = BY_RATING[sort]
  const [rows, counted, tours] = await Promise.all([
    db
      .selectFrom('reviews')
      .innerJoin('tours', 'tours.id', 'reviews.tour_id')
      .select(['reviews.id', 'tour_id', 'name', 'is_active', 'author_name', 'rating', 'body', 'travelled_on', 'is_demo'])
      .where('hidden_at', 'is', null)
      .$if(tour !== undefined, (all) => all.where('tour_id', '=', tour ?? ''))
      .$if(byRating !== undefined, (all) => all.orderBy('rating', byRating))
      .orderBy('travelled_on', 'desc')
      .orderBy('reviews.id')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    db
      .selectFrom('reviews')
      .select((eb) => ['rating', eb.fn.countAll<number>().as('count')])
      .where('hidden_at', 'is', null)
      .$if(tour !== undefined, (all) => all.where('tour_id', '=', tour ?? ''))
      .groupBy('rating')
      .execute(),
    db
      .selectFrom('tours')
      .select(['id', 'name', 'rating_count as reviews'])
      .where('rating_count', '>', 0)
      .orderBy('name')
      .orderBy('id')
      .execute(),
  ])
  const counts = RATINGS.map((rating) => ({ rating, count: counted.find((row) => row.rating === rating)?.count ?? 0 }))
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const sum = counts.reduce((all, { rating, count }) => all + rating * count, 0)
  return {
    data: rows.map((row) => ({
      id: row.id,
      tour: { id: row.tour_id, name: row.name, isOffered: row.is_active },
      authorName: row.author_name,
      rating: row.rating,
      text: row.body,
      travelledIn: row.travelled_on.slice(0, 7),
      isDemo: row.is_demo,
    })),
    page,
    limit,
    total,
    summary: { rating: meanRating(sum, total), counts },
    tours,
  }
}
