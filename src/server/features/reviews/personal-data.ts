import type { PersonalData } from '#server/lib/personal-data.ts'

/** A person's reviews. They stay, with their ratings, under a name that identifies nobody. */
export const reviewPersonalData: PersonalData = {
  async export(db, userId) {
    const rows = await db
      .selectFrom('reviews')
      .innerJoin('tours', 'tours.id', 'reviews.tour_id')
      .select(['tours.name', 'author_name', 'rating', 'body', 'travelled_on', 'reviews.created_at'])
      .where('user_id', '=', userId)
      .orderBy('reviews.created_at')
      .execute()
    const reviews = rows.map((row) => ({
      tour: row.name,
      author: row.author_name,
      rating: row.rating,
      text: row.body,
      travelledOn: row.travelled_on,
      writtenAt: row.created_at,
    }))
    return { reviews }
  },
  findObstacle: async () => undefined,
  async forget(trx, userId) {
    await trx.updateTable('reviews').set({ user_id: null, author_name: 'A traveller' }).where('user_id', '=', userId).execute()
    return undefined
  },
}
