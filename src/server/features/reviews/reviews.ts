import { sql, type RawBuilder } from 'kysely'
import type { Day } from '#shared/dates.ts'
import * as calls from '#shared/reviews/calls.ts'
import {
  MAX_REVIEWED_TOURS,
  RATINGS,
  meanRating,
  type ListReviewsQuery,
  type ListReviewsResponse,
  type ReviewSort,
} from '#shared/reviews/public.ts'
import type { Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { Feature } from '#server/lib/feature.ts'
import { isOneOf } from '#server/lib/personal-data.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { moderation } from './moderation.ts'
import { ownReview } from './own-review.ts'

export const reviews = (deps: Deps): Feature => ({
  calls(serving) {
    serving.read(calls.listReviews, async ({ db, query }) => listReviews(db, query))
    ownReview(serving, deps)
    moderation(serving, deps)
  },
})

export async function listReviews(db: Database, query: ListReviewsQuery): Promise<ListReviewsResponse> {
  const { limit, tour } = query
  const [ids, counted, tours] = await Promise.all([listIds(db, query), countRatings(db, tour), listReviewedTours(db, tour)])
  const counts = RATINGS.map((rating) => ({ rating, count: counted.find((row) => row.rating === rating)?.count ?? 0 }))
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const sum = counts.reduce((all, { rating, count }) => all + rating * count, 0)
  return { data: await readReviews(db, ids), limit, total, summary: { rating: meanRating(sum, total), counts }, tours }
}

interface Place {
  rating: number
  travelled_on: Day
  id: string
}

const RATINGS_IN_ORDER: Record<Exclude<ReviewSort, 'newest'>, readonly number[]> = {
  highest: RATINGS,
  lowest: RATINGS.toReversed(),
}

/**
 * Returns a page's ids, using keyset paging. When sorting by rating, each rating is read separately: one index then
 * serves both directions, and the latest trips come first within a rating.
 */
async function listIds(db: Database, { before, limit, sort, tour }: ListReviewsQuery): Promise<string[]> {
  const place = before === undefined ? undefined : await findPlace(db, before)
  if (before !== undefined && !place) return []
  if (sort === 'newest') return idsOf(db, { place, limit, tour })
  const ratings = RATINGS_IN_ORDER[sort]
  const ids: string[] = []
  for (const rating of ratings.slice(place ? ratings.indexOf(place.rating) : 0)) {
    if (ids.length === limit) break
    const from = rating === place?.rating ? place : undefined
    ids.push(...(await idsOf(db, { place: from, limit: limit - ids.length, tour, rating })))
  }
  return ids
}

async function findPlace(db: Database, id: string): Promise<Place | undefined> {
  if (!isUuid(id)) return undefined
  return db.selectFrom('reviews').select(['rating', 'travelled_on', 'id']).where('id', '=', id).executeTakeFirst()
}

interface Stretch {
  place: Place | undefined
  limit: number
  tour: string | undefined
  rating?: number
}

async function idsOf(db: Database, { place, limit, tour, rating }: Stretch): Promise<string[]> {
  const rows = await db
    .selectFrom('reviews')
    .select('id')
    .where('hidden_at', 'is', null)
    .$if(tour !== undefined, (all) => all.where('tour_id', '=', tour ?? ''))
    .$if(rating !== undefined, (all) => all.where('rating', '=', rating ?? 0))
    .$if(place !== undefined, (all) => all.where(isAfter(place)))
    .orderBy('travelled_on', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

function isAfter(place: Place | undefined): RawBuilder<boolean> {
  return sql`(travelled_on, id) < (${place?.travelled_on}::date, ${place?.id}::uuid)`
}

async function countRatings(db: Database, tour: string | undefined): Promise<{ rating: number; count: number }[]> {
  if (tour === undefined) return db.selectFrom('review_counts').select(['rating', 'count']).execute()
  return db
    .selectFrom('reviews')
    .select((eb) => ['rating', eb.fn.countAll<number>().as('count')])
    .where('tour_id', '=', tour)
    .where('hidden_at', 'is', null)
    .groupBy('rating')
    .execute()
}

/** Includes the selected tour, even if it has few reviews. */
async function listReviewedTours(db: Database, asked: string | undefined): Promise<ListReviewsResponse['tours']> {
  const rated = db.selectFrom('tours').select(['id', 'name', 'rating_count as reviews']).where('rating_count', '>', 0)
  const [most, one] = await Promise.all([
    rated.orderBy('rating_count', 'desc').orderBy('id').limit(MAX_REVIEWED_TOURS).execute(),
    asked === undefined ? [] : rated.where('id', '=', asked).execute(),
  ])
  const tours = new Map([...most, ...one].map((tour) => [tour.id, tour]))
  return [...tours.values()].toSorted((first, second) => first.name.localeCompare(second.name, 'en'))
}

/** Returns the reviews in the order of `ids`. */
async function readReviews(db: Database, ids: readonly string[]): Promise<ListReviewsResponse['data']> {
  const rows = await db
    .selectFrom('reviews')
    .innerJoin('tours', 'tours.id', 'reviews.tour_id')
    .select(['reviews.id', 'tour_id', 'name', 'is_active', 'author_name', 'rating', 'body', 'travelled_on', 'is_demo'])
    .where(isOneOf('reviews.id', ids))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    return {
      id,
      tour: { id: row.tour_id, name: row.name, isOffered: row.is_active },
      authorName: row.author_name,
      rating: row.rating,
      text: row.body,
      travelledIn: row.travelled_on.slice(0, 7),
      isDemo: row.is_demo,
    }
  })
}
