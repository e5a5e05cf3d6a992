import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { dayIn, type Day } from '#shared/dates.ts'
import { centsToUnits } from '#shared/money.ts'
import { meanRating } from '#shared/reviews/public.ts'
import type { TourChange } from '#shared/tours/changes.ts'
import { extraPictureIds } from '#shared/tours/offers/extra-pictures.ts'
import type { Selling } from '#shared/tours/offers/selling-schema.ts'
import * as calls from '#shared/tours/staff-calls.ts'
import type { ListStaffToursQuery, StaffTour, StaffTourDetails, TourFields } from '#shared/tours/staff.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import { formOf, readSought, type Sought } from '#server/lib/search-forms.ts'
import type { Serving } from '#server/lib/serve.ts'
import { getTourPreview } from '../offered-tours.ts'
import { listStaffPictures, readPictures } from '../pictures/pictures.ts'
import { DAY_COLUMNS, FIELD_COLUMNS, toFields } from '../tour-rows.ts'

const MAX_CHANGES = 50
const MAX_PRICES = 100
/** Maximum number of days listed that have bookings although the tour no longer runs on them. */
const MAX_DAYS = 100

export function staffTourCalls(serving: Serving, { config, now }: Deps): void {
  serving.read(calls.listStaffTours, async ({ db, query }) => listStaffTours(db, query))
  serving.read(calls.getStaffTour, async ({ db, params }) => getStaffTour(db, params.id, dayIn(config.AGENCY_TIME_ZONE, now())))
  serving.read(calls.previewTour, async ({ db, params }) => ({ data: await getTourPreview(db, params.id) }))
}

/** Sorted by name. */
export async function listStaffTours(db: Database, { search, status, before, limit }: ListStaffToursQuery): Promise<StaffTour[]> {
  const sought = search ? await readSought(db, search) : undefined
  const rows = await db
    .selectFrom('tours')
    .select(['id', 'name', 'destination', 'status', 'duration', 'base_price_cents', 'currency', 'max_people', 'updated_at'])
    .select(['rating_sum', 'rating_count'])
    .select(sql<string | null>`(select picture_id from tour_images where tour_id = tours.id order by position limit 1)`.as('cover_id'))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'draft'))
    .$if(sought !== undefined, (query) => query.where((sought as Sought).isIn(formOf(sql`name`))))
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(name, id) > (select name, id from tours as last where last.id = ${before ?? ''})`),
    )
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .execute()
  const covers = await readPictures(
    db,
    rows.flatMap(({ cover_id }) => cover_id ?? []),
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    destination: row.destination,
    status: row.status,
    duration: row.duration,
    basePrice: centsToUnits(row.base_price_cents),
    currency: row.currency,
    maxPeople: row.max_people,
    rating: meanRating(row.rating_sum, row.rating_count),
    reviews: row.rating_count,
    cover: covers.get(row.cover_id ?? '') ?? null,
    updatedAt: row.updated_at.toISOString(),
  }))
}

/** Includes the tour's status and version. Throws 404. */
export async function getEditedTour(db: Database | Trx, tourId: string) {
  const row = await db
    .selectFrom('tours')
    .select(sql<Selling | null>`(select content from tour_selling where tour_id = tours.id)`.as('selling'))
    .select([...FIELD_COLUMNS])
    .select(['id', 'status', 'version', 'updated_at', 'published_at', 'rating_sum', 'rating_count', 'is_generated'])
    .select((eb) => [
      sql<string[]>`array(select picture_id from tour_images where tour_id = tours.id order by position)`.as('images'),
      jsonArrayFrom(
        eb
          .selectFrom('itinerary_days')
          .select([...DAY_COLUMNS])
          .whereRef('itinerary_days.tour_id', '=', 'tours.id')
          .orderBy('day_number'),
      ).as('days'),
    ])
    .where('id', '=', tourId)
    .executeTakeFirst()
  if (!row) throw notFound('Tour')
  return { ...row, fields: toFields(row) }
}

export type EditedTour = Awaited<ReturnType<typeof getEditedTour>>

export function pictureIdsOf({ images, itinerary }: TourFields): string[] {
  return [...new Set([...images, ...itinerary.flatMap((day) => day.images)])]
}

/** `today` is in the agency's time zone. Throws 404. */
export async function getStaffTour(db: Database | Trx, tourId: string, today: Day): Promise<StaffTourDetails> {
  const tour = await getEditedTour(db, tourId)
  return {
    id: tour.id,
    status: tour.status,
    version: tour.version,
    updatedAt: tour.updated_at.toISOString(),
    publishedAt: tour.published_at?.toISOString() ?? null,
    rating: meanRating(tour.rating_sum, tour.rating_count),
    reviews: tour.rating_count,
    fields: tour.fields,
    selling: tour.selling,
    pictures: await listStaffPictures(db, [...pictureIdsOf(tour.fields), ...(tour.selling ? extraPictureIds(tour.selling) : [])]),
    changes: await listChanges(db, tourId, { limit: MAX_CHANGES }),
    priceHistory: await listChanges(db, tourId, { limit: MAX_PRICES, ofPrice: true }),
    ...(await departuresOf(db, tourId, today)),
  }
}

/** Newest first; optionally only those after a version, or only those of the price. */
export async function listChanges(
  db: Database | Trx,
  tourId: string,
  { limit, since = 0, ofPrice = false }: { limit: number; since?: number; ofPrice?: boolean },
): Promise<TourChange[]> {
  const rows = await db
    .selectFrom('tour_changes')
    .leftJoin('users', 'users.id', 'changed_by')
    .select(['version', 'change', 'fields', 'users.name', 'changed_at', 'from_cents', 'from_currency', 'to_cents', 'to_currency'])
    .where('tour_id', '=', tourId)
    .where('version', '>', since)
    .$if(ofPrice, (query) => query.where('to_cents', 'is not', null))
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ version, change, fields, name, changed_at, from_cents, from_currency, to_cents, to_currency }) => ({
    version,
    change,
    fields,
    by: name,
    at: changed_at.toISOString(),
    price:
      from_cents === null || from_currency === null || to_cents === null || to_currency === null
        ? null
        : { from: centsToUnits(from_cents), fromCurrency: from_currency, to: centsToUnits(to_cents), toCurrency: to_currency },
  }))
}

async function departuresOf(
  db: Database | Trx,
  tourId: string,
  today: Day,
): Promise<Pick<StaffTourDetails, 'departures' | 'daysOutsideRuns'>> {
  const ahead = db.selectFrom('departures').where('departures.tour_id', '=', tourId).where('departs_on', '>=', today)
  const facts = await ahead
    .select((eb) => [
      eb.fn.count<number>('capacity_set_at').as('withOwnCapacity'),
      sql<number>`coalesce(max(seats_taken) filter (where capacity_set_at is null), 0)`.as('mostTaken'),
    ])
    .executeTakeFirstOrThrow()
  const daysOutsideRuns = await ahead
    .innerJoin('tours', 'tours.id', 'departures.tour_id')
    .select(['departs_on as date', 'seats_taken as seats'])
    .where('seats_taken', '>', 0)
    .where(sql<boolean>`not departs_on_day(run_weekdays, run_dates, run_rules, departs_on)`)
    .orderBy('departs_on')
    .limit(MAX_DAYS)
    .execute()
  return { departures: facts, daysOutsideRuns }
}
