import { isDeepStrictEqual } from 'node:util'
import type { Selectable } from 'kysely'
import { centsToUnits, unitsToCents } from '#shared/money.ts'
import type { TourFieldName, TourFields } from '#shared/tours/staff.ts'
import type { ItineraryDays, Tours } from '#server/lib/db-types.ts'
import { toDayTexts, toPlace, toPlaceColumns } from '../itinerary-days.ts'
import { toRunColumns, toRuns, type RunColumns } from '../run-days.ts'
import { SALE_COLUMNS, toSaleColumns, toSaleEnd } from '../sale-ends.ts'

/** The columns of the fields that staff edit, except the days it runs on. */
export const FIELD_COLUMNS = [
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

type FieldRow = Pick<Selectable<Tours>, (typeof FIELD_COLUMNS)[number]> &
  RunColumns & { images: string[]; days: Selectable<ItineraryDays>[] }

export function toFields(row: FieldRow): TourFields {
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
    images: row.images,
    itinerary: row.days.map((day) => ({
      ...toDayTexts(day),
      images: day.picture_ids,
      place: toPlace(day),
    })),
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

export function changedFields(before: TourFields, after: TourFields): TourFieldName[] {
  return (Object.keys(after) as TourFieldName[]).filter((name) => !isDeepStrictEqual(before[name], after[name]))
}

/** Returns the editable texts by their names in the audit: one per itinerary day, and lists with one line per entry. */
export function textsOf({ name, destination, overview, tourType, termsAndConditions, tags, facts, itinerary }: TourFields) {
  const days = itinerary.map(({ title, description, activities, accommodation, transportation }, index) => [
    `day_${index + 1}`,
    linesOf([title, description, ...activities, accommodation, transportation]),
  ])
  return {
    name,
    destination,
    overview,
    tourType,
    termsAndConditions,
    tags: linesOf(tags),
    included: linesOf(facts.included ?? []),
    notIncluded: linesOf(facts.notIncluded ?? []),
    meetingPoint: facts.meetingPoint ?? '',
    ...(Object.fromEntries(days) as Record<string, string>),
  }
}

function linesOf(texts: readonly (string | null | undefined)[]): string {
  return texts.filter(Boolean).join('\n')
}

export function pictureIdsOf({ images, itinerary }: TourFields): string[] {
  return [...new Set([...images, ...itinerary.flatMap((day) => day.images)])]
}
