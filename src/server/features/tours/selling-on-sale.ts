import { sql } from 'kysely'
import { extraPictureIds } from '#shared/tours/offers/extra-pictures.ts'
import { toWireOptions } from '#shared/tours/offers/on-sale.ts'
import type { Selling } from '#shared/tours/offers/selling-schema.ts'
import type { Database } from '#server/lib/db.ts'
import { readPictures } from './pictures/pictures.ts'

/** What view_by_id adds for a tour with options; undefined for any other. */
export async function sellingOnSale(db: Database, tourId: string) {
  const row = await db
    .selectFrom('tour_selling')
    .select(sql<Selling>`content`.as('selling'))
    .where('tour_id', '=', tourId)
    .executeTakeFirst()
  if (!row) return undefined
  const { selling } = row
  const pictures = await readPictures(db, extraPictureIds(selling))
  return { options: toWireOptions(selling), selling, ...(pictures.size > 0 && { extraPictures: [...pictures.values()] }) }
}
