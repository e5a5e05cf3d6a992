import type { Database } from '#server/lib/db.ts'
import { inPages, isOneOf, type PersonalData } from '#server/lib/personal-data.ts'

async function listReviews(db: Database, ids: readonly string[]) {
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

/** Reviews stay, with their ratings, under a name that identifies nobody. */
export const reviewPersonalData: PersonalData = {
  async export(db, userId) {
    const own = db.selectFrom('reviews').select('id').where('user_id', '=', userId)
    const rows = await own.orderBy('created_at').orderBy('id').execute()
    return { reviews: inPages(rows, async (ids) => listReviews(db, ids)) }
  },
  findObstacle: async () => undefined,
  async forget(trx, userId) {
    await trx.updateTable('reviews').set({ user_id: null, author_name: 'A traveller' }).where('user_id', '=', userId).execute()
    return undefined
  },
}
