import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Day } from '#shared/dates.ts'
import type { Selling } from '#shared/tours/offers/selling-schema.ts'
import type { Tour } from '#shared/tours/public.ts'
import type { Database } from '#server/lib/db.ts'
import { notFound } from '#server/lib/errors.ts'
import { unindexed } from '#server/lib/unindexed.ts'
import { PICTURE_COLUMNS, readPictures } from './pictures/pictures.ts'
import { sellingOnSale } from './selling-on-sale.ts'
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

/** The number of seats that may be sold: 0 if staff have blocked the departure, null if there is no row. */
const FOR_SALE = sql<number | null>`case when departures.blocked_at is null then departures.capacity else 0 end`

/**
 * Returns the seats left for a tour on a day, or undefined if there is no such active tour. Seats that `userId` holds
 * unpaid count as left, because that person's next checkout for the day replaces the hold.
 */
export async function findSeatsLeft(
  db: Database,
  tourId: string,
  day: Day,
  userId = '',
): Promise<{ seatsLeft: number; maxPeople: number } | undefined> {
  const row = await db
    .selectFrom('tours')
    .leftJoin('departures', (join) => join.onRef('departures.tour_id', '=', 'tours.id').on('departures.departs_on', '=', day))
    .select(['max_people', 'seats_taken', FOR_SALE.as('capacity')])
    .select((eb) =>
      eb
        .selectFrom('tour_bookings')
        .innerJoin('bookings', 'bookings.id', 'tour_bookings.booking_id')
        .select((inner) => inner.fn.coalesce(inner.fn.sum<number>('guests'), inner.lit(0)).as('guests'))
        .whereRef('tour_bookings.tour_id', '=', 'tours.id')
        .where('tour_bookings.departs_on', '=', day)
        .where('bookings.user_id', '=', userId)
        .where(unindexed('bookings.status'), '=', 'pending')
        // Those of a slot would not all be free for a choice at another time.
        .where('slot_id', 'is', null)
        .as('own_guests'),
    )
    .where('tours.id', '=', tourId)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (!row) return undefined
  const taken = (row.seats_taken ?? 0) - (row.own_guests ?? 0)
  return { seatsLeft: Math.max(0, (row.capacity ?? row.max_people) - taken), maxPeople: row.max_people }
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
