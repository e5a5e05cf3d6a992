import { centsToUnits, type Currency } from '#shared/money.ts'
import type { StaffPicture } from '#shared/tours/staff-pictures.ts'
import { tourFieldsSchema, type StaffTourDetails, type TourFields } from '#shared/tours/staff.ts'
import type { TourFacts } from '#shared/tours/facts.ts'
import { typedCents, typedWhole } from '#shared/typed-numbers.ts'
import { withReadings } from '#web/lib/amounts.ts'
import type { Checked } from '#web/lib/form-issues.ts'
import { placeOf, toPlaceDraft, type PlaceDraft } from './place-draft.ts'
import { runsOf, toRunsDraft, type RunsDraft } from './runs-draft.ts'

/** A day of the itinerary as typed, lists with one entry per line. `key` identifies the day while days are moved. */
export type DayDraft = {
  key: string
  title: string
  description: string
  activities: string
  accommodation: string
  transportation: string
  breakfastIncluded: boolean
  lunchIncluded: boolean
  dinnerIncluded: boolean
  images: StaffPicture[]
  place: PlaceDraft
}

/** The tour as typed, under the same names as the fields that are sent. */
export type TourDraft = {
  name: string
  destination: string
  duration: string
  overview: string
  tourType: string
  tags: string
  termsAndConditions: string
  basePrice: string
  currency: Currency
  /** Empty if it has none. */
  taxCategoryId: string
  maxPeople: string
  leastGroup: string
  refundPolicy: { fullRefundDays: string; partialRefundDays: string; partialRefundPercentage: string }
  runs: RunsDraft
  facts: Record<keyof TourFacts, string>
  /** Time and zone are kept while "none" is selected. */
  saleEnd: { kind: 'none' | 'same' | 'before'; time: string; timeZone: string }
  images: StaffPicture[]
  itinerary: DayDraft[]
}

export type SavedFields = StaffTourDetails['fields']

/** `pictures` holds those that the fields refer to; any that is missing is left out. */
export function toDraft(fields: SavedFields, pictures: readonly StaffPicture[]): TourDraft {
  const byId = new Map(pictures.map((picture) => [picture.id, picture]))
  const shown = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? [])
  const { refundPolicy, runs, facts, saleEnd, itinerary } = fields
  return {
    ...fields,
    duration: String(fields.duration),
    tags: fields.tags.join('\n'),
    basePrice: String(fields.basePrice),
    taxCategoryId: fields.taxCategoryId ?? '',
    maxPeople: String(fields.maxPeople),
    leastGroup: textOf(fields.leastGroup),
    refundPolicy: {
      fullRefundDays: String(refundPolicy.fullRefundDays),
      partialRefundDays: String(refundPolicy.partialRefundDays),
      partialRefundPercentage: String(refundPolicy.partialRefundPercentage),
    },
    runs: toRunsDraft(runs),
    facts: {
      included: (facts.included ?? []).join('\n'),
      notIncluded: (facts.notIncluded ?? []).join('\n'),
      meetingPoint: facts.meetingPoint ?? '',
      startTime: facts.startTime ?? '',
      difficulty: facts.difficulty ?? '',
      leastAge: textOf(facts.leastAge),
      guideLanguages: (facts.guideLanguages ?? []).join('\n'),
    },
    saleEnd: {
      kind: saleEnd ? (saleEnd.daysBefore === 0 ? 'same' : 'before') : 'none',
      time: saleEnd?.time ?? '',
      timeZone: saleEnd?.timeZone ?? '',
    },
    images: shown(fields.images),
    itinerary: itinerary.map((day, at) => ({
      ...day,
      images: shown(day.images),
      key: `day-${at + 1}`,
      activities: day.activities.join('\n'),
      accommodation: day.accommodation ?? '',
      transportation: day.transportation ?? '',
      place: toPlaceDraft(day.place),
    })),
  }
}

/** Returns the fields to send, or the errors by the draft's own paths. */
export function checkDraft(draft: TourDraft): Checked<TourFields> {
  const checked = tourFieldsSchema.safeParse(toFields(draft))
  if (checked.success) return checked
  const issues = checked.error.issues.map(({ path, message }) => ({ path: partOf(draft, path), message }))
  return withReadings({ success: false, error: { issues } }, draft, /^basePrice$/, draft.currency)
}

function toFields(draft: TourDraft) {
  const { facts, runs, refundPolicy, saleEnd } = draft
  return {
    ...draft,
    duration: typedWhole(draft.duration),
    tags: linesOf(draft.tags),
    basePrice: centsToUnits(typedCents(draft.basePrice, draft.currency)),
    taxCategoryId: draft.taxCategoryId || null,
    maxPeople: typedWhole(draft.maxPeople),
    leastGroup: draft.leastGroup.trim() === '' ? null : typedWhole(draft.leastGroup),
    refundPolicy: {
      fullRefundDays: typedWhole(refundPolicy.fullRefundDays),
      partialRefundDays: typedWhole(refundPolicy.partialRefundDays),
      partialRefundPercentage: typedWhole(refundPolicy.partialRefundPercentage.replace('%', '')),
    },
    runs: runsOf(runs),
    facts: {
      ...given('included', linesOf(facts.included)),
      ...given('notIncluded', linesOf(facts.notIncluded)),
      ...given('meetingPoint', facts.meetingPoint.trim()),
      ...given('startTime', facts.startTime),
      ...given('difficulty', facts.difficulty),
      ...(facts.leastAge.trim() !== '' && { leastAge: typedWhole(facts.leastAge) }),
      ...given('guideLanguages', linesOf(facts.guideLanguages)),
    },
    saleEnd:
      saleEnd.kind === 'none' ? null : { time: saleEnd.time, daysBefore: saleEnd.kind === 'same' ? 0 : 1, timeZone: saleEnd.timeZone },
    images: idsOf(draft.images),
    itinerary: draft.itinerary.map(({ key: _key, ...day }) => ({
      ...day,
      images: idsOf(day.images),
      activities: linesOf(day.activities),
      accommodation: day.accommodation.trim() || null,
      transportation: day.transportation.trim() || null,
      place: placeOf(day.place),
    })),
  }
}

/** Returns an object with the fact, or without it if it is empty. */
function given<Value extends string | string[]>(name: keyof TourFacts, value: Value) {
  return value.length > 0 ? { [name]: value } : {}
}

function idsOf(pictures: readonly StaffPicture[]): string[] {
  return pictures.map(({ id }) => id)
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function textOf(number: number | null | undefined): string {
  return number === null || number === undefined ? '' : String(number)
}

/** Maps the path of an error in the fields to the draft's dotted path. A list is a single part of the draft, with one entry per line. */
function partOf(draft: TourDraft, path: readonly PropertyKey[]): string {
  const part: string[] = []
  let value: unknown = draft
  for (const key of path) {
    if (typeof value !== 'object' || value === null) break
    part.push(String(key))
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return part.join('.')
}
