import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Day } from '#shared/dates.ts'
import { centsToUnits } from '#shared/money.ts'
import { meanRating } from '#shared/reviews.ts'
import type { ItineraryDay, Tour, TourPicture } from '#shared/tours.ts'
import type { Database } from '#server/lib/db.ts'

interface PictureRow {
  id: string
  name: string
  file_path: string
  alt: string
  width: number
  height: number
  color: string
  widths: number[]
}

function toPicture({ file_path, ...row }: PictureRow): TourPicture {
  return { ...row, filePath: file_path }
}

/** Returns every tour, active or not, with its itinerary and pictures, in the order in which they are listed. */
export async function listTours(db: Database): Promise<Tour[]> {
  const [tours, pictures] = await Promise.all([
    db
      .selectFrom('tours')
      .selectAll()
      .select((eb) => [
        jsonArrayFrom(
          eb
            .selectFrom('tour_images')
            .innerJoin('pictures', 'pictures.id', 'tour_images.picture_id')
            .select(['pictures.id', 'name', 'file_path', 'alt', 'width', 'height', 'color', 'widths'])
            .whereRef('tour_images.tour_id', '=', 'tours.id')
            .orderBy('tour_images.position'),
        ).as('images'),
        jsonArrayFrom(
          eb.selectFrom('itinerary_days').selectAll().whereRef('itinerary_days.tour_id', '=', 'tours.id').orderBy('day_number'),
        ).as('days'),
      ])
      .orderBy('position')
      .orderBy('id')
      .execute(),
    db.selectFrom('pictures').selectAll().execute(),
  ])
  const pictureById = new Map(pictures.map((row) => [row.id, toPicture(row)]))
  return tours.map((row): Tour => ({
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
    itinerary: row.days.map((day): ItineraryDay => ({
      id: `${row.id}-day-${day.day_number}`,
      dayNumber: day.day_number,
      title: day.title,
      description: day.description,
      activities: day.activities,
      accommodation: day.accommodation,
      transportation: day.transportation,
      breakfastIncluded: day.breakfast_included,
      lunchIncluded: day.lunch_included,
      dinnerIncluded: day.dinner_included,
      images: day.picture_ids.flatMap((id) => pictureById.get(id) ?? []),
    })),
    maxPeople: row.max_people,
    tourType: row.tour_type,
    stripePriceId: row.stripe_price_id,
    refundPolicy: {
      fullRefundDays: row.full_refund_days,
      partialRefundDays: row.partial_refund_days,
      partialRefundPercentage: row.partial_refund_percentage,
    },
    termsAndConditions: row.terms_and_conditions,
  }))
}

/** How many seats of a departure may be sold: none of one that staff have blocked; null where it has no row yet. */
const FOR_SALE = sql<number | null>`case when departures.blocked_at is null then departures.capacity else 0 end`

/** Returns the seats taken on a day, by tour id; a tour without an entry has none taken. */
export async function seatsTakenOn(db: Database, day: Day): Promise<Map<string, { taken: number; capacity: number }>> {
  const rows = await db
    .selectFrom('departures')
    .select(['tour_id', 'seats_taken', FOR_SALE.as('capacity')])
    .where('departs_on', '=', day)
    .execute()
  return new Map(rows.map((row) => [row.tour_id, { taken: row.seats_taken, capacity: row.capacity ?? 0 }]))
}

/**
 * Returns the seats left for one tour on one day; undefined when there is no such active tour. Seats that `userId` holds
 * unpaid count as left for that person, whose next checkout for that day replaces the hold.
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
        .where('bookings.status', '=', 'pending')
        .as('own_guests'),
    )
    .where('tours.id', '=', tourId)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (!row) return undefined
  const taken = (row.seats_taken ?? 0) - (row.own_guests ?? 0)
  return { seatsLeft: Math.max(0, (row.capacity ?? row.max_people) - taken), maxPeople: row.max_people }
}

/** Returns what a checkout must know about a tour; undefined when it does not exist or is not offered. */
export async function findOfferedTour(db: Database, tourId: string) {
  return db
    .selectFrom('tours')
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
    ])
    .where('id', '=', tourId)
    .where('is_active', '=', true)
    .executeTakeFirst()
}

export type OfferedTour = NonNullable<Awaited<ReturnType<typeof findOfferedTour>>>
