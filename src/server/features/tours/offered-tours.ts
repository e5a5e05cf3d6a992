import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { extraPictureIds } from '#shared/tours/offers/extra-pictures.ts'
import { toWireOptions } from '#shared/tours/offers/on-sale.ts'
import type { Selling } from '#shared/tours/offers/selling-schema.ts'
import type { Tour } from '#shared/tours/public.ts'
import type { Database } from '#server/lib/db.ts'
import { notFound } from '#server/lib/errors.ts'
import { PICTURE_COLUMNS, readPictures } from './pictures/pictures.ts'
import { DAY_COLUMNS, RUN_COLUMNS, SALE_COLUMNS, toRuns, toSaleEnd, toTour, TOUR_COLUMNS } from './tour-rows.ts'

/** Leaves out tours that are not active. */
export async function readTours(db: Database, ids: readonly string[]): Promise<Map<string, Tour>> {
  return readAnyTours(db, ids, true)
}

/** Returns a tour, even a draft or one taken off the site, as travellers would see it. Throws 404. */
export async function getTourPreview(db: Database, tourId: string): Promise<Tour> {
  const tour = (await readAnyTours(db, [tourId], false)).get(tourId)
  if (!tour) throw notFound('Tour')
  return { ...tour, ...(await sellingOnSale(db, tourId)) }
}

async function readAnyTours(db: Database, ids: readonly string[], isOffered: boolean): Promise<Map<string, Tour>> {
  const tours = await db
    .selectFrom('tours')
    .select([...TOUR_COLUMNS])
    .select((eb) => [
      sql<boolean>`exists (select from tour_selling where tour_id = tours.id)`.as('has_options'),
      jsonArrayFrom(
        eb
          .selectFrom('tour_images')
          .innerJoin('pictures', 'pictures.id', 'tour_images.picture_id')
          .select([...PICTURE_COLUMNS])
          .whereRef('tour_images.tour_id', '=', 'tours.id')
          .orderBy('tour_images.position'),
      ).as('images'),
      jsonArrayFrom(
        eb
          .selectFrom('itinerary_days')
          .select([...DAY_COLUMNS])
          .whereRef('itinerary_days.tour_id', '=', 'tours.id')
          .orderBy('day_number'),
      ).as('days'),
    ])
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .$if(isOffered, (query) => query.where('is_active', '=', true))
    .execute()
  const pictureIds = [...new Set(tours.flatMap(({ days }) => days.flatMap((day) => day.picture_ids)))]
  const pictures = await readPictures(db, pictureIds)
  return new Map(tours.map((row) => [row.id, toTour(row, pictures)]))
}

/** Returns undefined for a tour that does not exist or is not on offer. */
export async function findOfferedTour(db: Database, tourId: string) {
  const row = await db
    .selectFrom('tours')
    .leftJoin('tour_selling', 'tour_selling.tour_id', 'tours.id')
    .select([
      'id',
      'name',
      'destination',
      'base_price_cents',
      'currency',
      'max_people',
      'full_refund_days',
      'partial_refund_days',
      'partial_refund_percentage',
      'stripe_price_id',
      'stripe_price_cents',
      ...RUN_COLUMNS,
      ...SALE_COLUMNS,
      'stripe_product_id',
      'tax_category_id',
      sql<Selling | null>`content`.as('selling'),
    ])
    .where('id', '=', tourId)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return row && { ...row, runs: toRuns(row), saleEnd: toSaleEnd(row) }
}

export type OfferedTour = NonNullable<Awaited<ReturnType<typeof findOfferedTour>>>

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
