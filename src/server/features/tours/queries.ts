import { sql, type Selectable } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Day } from '#shared/dates.ts'
import { centsToUnits } from '#shared/money.ts'
import type { Selling } from '#shared/tours/offers/selling-schema.ts'
import { meanRating } from '#shared/reviews/public.ts'
import type { TourPicture } from '#shared/tours/pictures.ts'
import type { ItineraryDay, Tour } from '#shared/tours/public.ts'
import type { Tours } from '#server/lib/db-types.ts'
import type { Database } from '#server/lib/db.ts'
import { notFound } from '#server/lib/errors.ts'
import { unindexed } from '#server/lib/unindexed.ts'
import { DAY_COLUMNS, toDayTexts, toPlace, type DayRow } from './itinerary-days.ts'
import { PICTURE_COLUMNS, readPictures, toPicture, type PictureRow } from './pictures/queries.ts'
import { RUN_COLUMNS, toRuns, type RunColumns } from './run-days.ts'
import { SALE_COLUMNS, toSaleEnd, type SaleColumns } from './sale-ends.ts'
import { sellingOnSale } from './selling-on-sale.ts'

const TOUR_COLUMNS = [
  'id',
  'name',
  'destination',
  'duration',
  'overview',
  'base_price_cents',
  'currency',
  'rating_sum',
  'rating_count',
  'is_active',
  'is_generated',
  'tags',
  'max_people',
  'tour_type',
  'stripe_price_id',
  'stripe_price_cents',
  'stripe_price_currency',
  'full_refund_days',
  'partial_refund_days',
  'partial_refund_percentage',
  'terms_and_conditions',
  'least_group',
  'facts',
] as const satisfies (keyof Tours)[]

type Priced = Pick<Selectable<Tours>, 'id' | 'base_price_cents' | 'currency'>

/**
 * Returns a placeholder for a provider price that does not exist yet, after a price change or before a generated tour's
 * first checkout. It contains the amount, so that a checkout at an outdated price is noticed.
 */
export function priceToBeMade({ id, base_price_cents, currency }: Priced): string {
  return `amount:${id}:${base_price_cents}:${currency}`
}

/** Returns the id sent by a checkout at the shown price, or null for a tour unknown to the provider. */
function shownPriceId(
  row: Pick<TourRow, keyof Priced | 'stripe_price_id' | 'stripe_price_cents' | 'stripe_price_currency' | 'is_generated'>,
) {
  const { stripe_price_id: made } = row
  if (made && row.stripe_price_cents === row.base_price_cents && row.stripe_price_currency === row.currency) return made
  return made || row.is_generated ? priceToBeMade(row) : null
}

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
    .select([...TOUR_COLUMNS, ...RUN_COLUMNS, ...SALE_COLUMNS])
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

type TourRow = Pick<Selectable<Tours>, (typeof TOUR_COLUMNS)[number]> &
  RunColumns &
  SaleColumns & { has_options: boolean; images: PictureRow[]; days: DayRow[] }

function toTour(row: TourRow, pictures: ReadonlyMap<string, TourPicture>): Tour {
  const runs = toRuns(row)
  const saleEnd = toSaleEnd(row)
  return {
    id: row.id,
    name: row.name,
    destination: row.destination,
    duration: row.duration,
    overview: row.overview,
    basePrice: centsToUnits(row.base_price_cents),
    currency: row.currency,
    rating: meanRating(row.rating_sum, row.rating_count),
    reviews: row.rating_count,
    isActive: row.is_active,
    images: row.images.map(toPicture),
    tags: row.tags,
    itinerary: row.days.map((day) => toItineraryDay(row.id, day, pictures)),
    maxPeople: row.max_people,
    tourType: row.tour_type,
    stripePriceId: shownPriceId(row),
    refundPolicy: {
      fullRefundDays: row.full_refund_days,
      partialRefundDays: row.partial_refund_days,
      partialRefundPercentage: row.partial_refund_percentage,
    },
    termsAndConditions: row.terms_and_conditions,
    ...(runs.kind !== 'daily' && { runs }),
    ...(row.least_group !== null && { leastGroup: row.least_group }),
    ...(Object.keys(row.facts).length > 0 && { facts: row.facts }),
    ...(saleEnd && { saleEnd }),
    ...(row.has_options && { isFrom: true }),
  }
}

function toItineraryDay(tourId: string, day: DayRow, pictures: ReadonlyMap<string, TourPicture>): ItineraryDay {
  const place = toPlace(day)
  return {
    id: `${tourId}-day-${day.day_number}`,
    dayNumber: day.day_number,
    ...toDayTexts(day),
    images: day.picture_ids.flatMap((id) => pictures.get(id) ?? []),
    ...(place && { place }),
  }
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
