import { sql, type Selectable } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { centsToUnits, unitsToCents } from '#shared/money.ts'
import { meanRating } from '#shared/reviews/public.ts'
import type { RunDays } from '#shared/run-days.ts'
import type { TourPicture } from '#shared/tours/pictures.ts'
import type { Place } from '#shared/tours/places.ts'
import type { Tour } from '#shared/tours/public.ts'
import type { TourRuns } from '#shared/tours/runs.ts'
import type { SaleEnd } from '#shared/tours/sale-ends.ts'
import type { TourFields } from '#shared/tours/staff.ts'
import type { ItineraryDays, Tours } from '#server/lib/db-types.ts'
import { toPicture, type PictureRow } from './pictures/pictures.ts'
import { shownPriceId } from './prices.ts'

const EVERY_DAY = 0b111_1111

/** The dates are read as text, since the driver would parse them as moments. */
export const RUN_COLUMNS = ['run_weekdays', sql<Day[] | null>`run_dates::text[]`.as('run_dates'), 'run_rules'] as const

interface RunColumns {
  /** Bit mask; Monday is the lowest bit. */
  run_weekdays: number
  run_dates: Day[] | null
  run_rules: RunDays | null
}

export function toRuns({ run_weekdays, run_dates, run_rules }: RunColumns): TourRuns {
  if (run_rules) return { kind: 'rules', ...run_rules }
  if (run_dates) return { kind: 'dates', dates: run_dates }
  if (run_weekdays === EVERY_DAY) return { kind: 'daily' }
  return { kind: 'weekdays', weekdays: [1, 2, 3, 4, 5, 6, 7].filter((weekday) => run_weekdays & (1 << (weekday - 1))) }
}

/** Leaves the weekdays and dates of rules to the database (`keep_run_dates`). */
function toRunColumns(runs: TourRuns) {
  if (runs.kind === 'rules') return { run_rules: JSON.stringify({ rules: runs.rules, also: runs.also, except: runs.except }) }
  const weekdays = runs.kind === 'weekdays' ? runs.weekdays.reduce((mask, weekday) => mask | (1 << (weekday - 1)), 0) : EVERY_DAY
  return { run_weekdays: weekdays, run_dates: runs.kind === 'dates' ? runs.dates : null, run_rules: null }
}

export const SALE_COLUMNS = ['sale_ends', 'sale_ends_days_before', 'sale_ends_zone'] as const

export interface SaleColumns {
  /** `HH:MM:SS`. */
  sale_ends: string | null
  sale_ends_days_before: number | null
  sale_ends_zone: string | null
}

/** Returns null for a tour without an end of sale. */
export function toSaleEnd({ sale_ends, sale_ends_days_before, sale_ends_zone }: SaleColumns): SaleEnd | null {
  if (sale_ends === null || sale_ends_zone === null) return null
  return { time: sale_ends.slice(0, 5), daysBefore: sale_ends_days_before === 1 ? 1 : 0, timeZone: sale_ends_zone }
}

export function toSaleColumns(saleEnd: SaleEnd | null): SaleColumns {
  return {
    sale_ends: saleEnd?.time ?? null,
    sale_ends_days_before: saleEnd?.daysBefore ?? null,
    sale_ends_zone: saleEnd?.timeZone ?? null,
  }
}

/** Either all three are set or none. */
interface PlaceColumns {
  place_name: string | null
  latitude: number | null
  longitude: number | null
}

function toPlace({ place_name: name, latitude, longitude }: PlaceColumns): Place | null {
  return name === null || latitude === null || longitude === null ? null : { name, latitude, longitude }
}

export function toPlaceColumns(place: Place | null): PlaceColumns {
  return { place_name: place?.name ?? null, latitude: place?.latitude ?? null, longitude: place?.longitude ?? null }
}

export const DAY_COLUMNS = [
  'day_number',
  'title',
  'description',
  'activities',
  'accommodation',
  'transportation',
  'breakfast_included',
  'lunch_included',
  'dinner_included',
  'picture_ids',
  'place_name',
  'latitude',
  'longitude',
] as const satisfies (keyof ItineraryDays)[]
type DayRow = Pick<Selectable<ItineraryDays>, (typeof DAY_COLUMNS)[number]>

function toDayTexts(day: DayRow) {
  return {
    title: day.title,
    description: day.description,
    activities: day.activities,
    accommodation: day.accommodation,
    transportation: day.transportation,
    breakfastIncluded: day.breakfast_included,
    lunchIncluded: day.lunch_included,
    dinnerIncluded: day.dinner_included,
  }
}

/** The columns of the fields that staff edit, except the days it runs on. */
const EDITED_COLUMNS = [
  'name',
  'destination',
  'duration',
  'overview',
  'tour_type',
  'tags',
  'terms_and_conditions',
  'base_price_cents',
  'currency',
  'tax_category_id',
  'max_people',
  'least_group',
  'full_refund_days',
  'partial_refund_days',
  'partial_refund_percentage',
  'facts',
  ...SALE_COLUMNS,
] as const satisfies (keyof Tours)[]

/** The columns of the fields that staff edit. */
export const FIELD_COLUMNS = [...EDITED_COLUMNS, ...RUN_COLUMNS] as const

type FieldRow = Pick<Selectable<Tours>, (typeof EDITED_COLUMNS)[number]> & RunColumns

/** All but pictures and itinerary. */
function toOwnFields(row: FieldRow): Omit<TourFields, 'images' | 'itinerary'> {
  return {
    name: row.name,
    destination: row.destination,
    duration: row.duration,
    overview: row.overview,
    tourType: row.tour_type,
    tags: row.tags,
    termsAndConditions: row.terms_and_conditions,
    basePrice: centsToUnits(row.base_price_cents),
    currency: row.currency,
    taxCategoryId: row.tax_category_id,
    maxPeople: row.max_people,
    leastGroup: row.least_group,
    refundPolicy: {
      fullRefundDays: row.full_refund_days,
      partialRefundDays: row.partial_refund_days,
      partialRefundPercentage: row.partial_refund_percentage,
    },
    runs: toRuns(row),
    facts: row.facts,
    saleEnd: toSaleEnd(row),
  }
}

/** As staff edit them. */
export function toFields(row: FieldRow & { images: string[]; days: DayRow[] }): TourFields {
  return {
    ...toOwnFields(row),
    images: row.images,
    itinerary: row.days.map((day) => ({ ...toDayTexts(day), images: day.picture_ids, place: toPlace(day) })),
  }
}

export function toTourColumns(fields: TourFields) {
  return {
    name: fields.name,
    destination: fields.destination,
    duration: fields.duration,
    overview: fields.overview,
    tour_type: fields.tourType,
    tags: fields.tags,
    terms_and_conditions: fields.termsAndConditions,
    base_price_cents: unitsToCents(fields.basePrice),
    currency: fields.currency,
    tax_category_id: fields.taxCategoryId,
    max_people: fields.maxPeople,
    least_group: fields.leastGroup,
    full_refund_days: fields.refundPolicy.fullRefundDays,
    partial_refund_days: fields.refundPolicy.partialRefundDays,
    partial_refund_percentage: fields.refundPolicy.partialRefundPercentage,
    facts: JSON.stringify(fields.facts),
    ...toRunColumns(fields.runs),
    ...toSaleColumns(fields.saleEnd),
  }
}

export function toDayRows(tourId: string, { itinerary }: TourFields) {
  return itinerary.map((day, index) => ({
    tour_id: tourId,
    day_number: index + 1,
    title: day.title,
    description: day.description,
    activities: day.activities,
    accommodation: day.accommodation || null,
    transportation: day.transportation || null,
    breakfast_included: day.breakfastIncluded,
    lunch_included: day.lunchIncluded,
    dinner_included: day.dinnerIncluded,
    picture_ids: day.images,
    ...toPlaceColumns(day.place),
  }))
}

const SHOWN_COLUMNS = [
  'id',
  'rating_sum',
  'rating_count',
  'is_active',
  'is_generated',
  'stripe_price_id',
  'stripe_price_cents',
  'stripe_price_currency',
] as const satisfies (keyof Tours)[]

/** The columns of a tour as travellers see it. */
export const TOUR_COLUMNS = [...SHOWN_COLUMNS, ...FIELD_COLUMNS] as const

export type TourRow = Pick<Selectable<Tours>, (typeof SHOWN_COLUMNS)[number]> &
  FieldRow & { has_options: boolean; images: PictureRow[]; days: DayRow[] }

/** As travellers see it (specification §3). `pictures` has those of its days, by id. */
export function toTour(row: TourRow, pictures: ReadonlyMap<string, TourPicture>): Tour {
  const fields = toOwnFields(row)
  const { runs, leastGroup, facts, saleEnd } = fields
  return {
    id: row.id,
    name: fields.name,
    destination: fields.destination,
    duration: fields.duration,
    overview: fields.overview,
    basePrice: fields.basePrice,
    currency: fields.currency,
    rating: meanRating(row.rating_sum, row.rating_count),
    reviews: row.rating_count,
    isActive: row.is_active,
    images: row.images.map(toPicture),
    tags: fields.tags,
    itinerary: row.days.map((day) => {
      const place = toPlace(day)
      return {
        id: `${row.id}-day-${day.day_number}`,
        dayNumber: day.day_number,
        ...toDayTexts(day),
        images: day.picture_ids.flatMap((id) => pictures.get(id) ?? []),
        ...(place && { place }),
      }
    }),
    maxPeople: fields.maxPeople,
    tourType: fields.tourType,
    stripePriceId: shownPriceId(row),
    refundPolicy: fields.refundPolicy,
    termsAndConditions: fields.termsAndConditions,
    ...(runs.kind !== 'daily' && { runs }),
    ...(leastGroup !== null && { leastGroup }),
    ...(Object.keys(facts).length > 0 && { facts }),
    ...(saleEnd && { saleEnd }),
    ...(row.has_options && { isFrom: true }),
  }
}
