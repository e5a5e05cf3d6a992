import { sql } from 'kysely'
import { toWireOptions } from '#shared/tours/offers/on-sale.ts'
import type { Selling } from '#shared/tours/offers/selling-schema.ts'
import type { Database } from '#server/lib/db.ts'

/** What view_by_id adds for a tour with options; undefined for any other. */
export async function sellingOnSale(db: Database, tourId: string) {
  const row = await db
    .selectFrom('tour_selling')
    .select(sql<Selling>`content`.as('selling'))
    .where('tour_id', '=', tourId)
    .executeTakeFirst()
  if (!row) return undefined
  const { selling } = row
  return { options: toWireOptions(selling), selling }
}
