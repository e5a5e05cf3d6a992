import { centsToUnits, type Currency } from '#shared/money.ts'
import type { TourFacts } from '#shared/tours/facts.ts'
import type { Place } from '#shared/tours/places.ts'
import type { SaleEnd } from '#shared/tours/sale-ends.ts'
import type { StaffPicture } from '#shared/tours/staff-pictures.ts'
import { tourFieldsSchema, type StaffTourDetails, type TourFieldName, type TourFields } from '#shared/tours/staff.ts'
import { typedCents, typedNumber } from '#shared/typed-numbers.ts'
import type { useCheckedForm } from '#web/components/use-checked-form.ts'
import { withReadings } from '#web/lib/amounts.ts'
import type { Checked } from '#web/lib/form-issues.ts'
import { runsOf, toRunsDraft } from './runs-draft.ts'
import {
  asIs,
  fields,
  flag,
  idOrNull,
  lines,
  percent,
  plain,
  whole,
  wholeOrNull,
  type Codec,
  type SentBy,
  type TypedBy,
} from './typed-values.ts'

const textOrNull: Codec<string, string | null> = { read: (typed) => typed.trim() || null, write: (sent) => sent ?? '' }

/** A fact that is not sent if nothing is typed. */
function optional<Sent>({ read, write }: Codec<string, Sent>): Codec<string, Sent | undefined> {
  return {
    read: (typed) => (typed.trim() === '' ? undefined : read(typed.trim())),
    write: (sent) => (sent === undefined ? '' : write(sent)),
  }
}

/** Time and zone are kept while "none" is selected. */
type SaleEndDraft = { kind: 'none' | 'same' | 'before'; time: string; timeZone: string }

const saleEnd: Codec<SaleEndDraft, SaleEnd | null> = {
  read: ({ kind, time, timeZone }) => (kind === 'none' ? null : { time, daysBefore: kind === 'same' ? 0 : 1, timeZone }),
  write: (end) => ({
    kind: end ? (end.daysBefore === 0 ? 'same' : 'before') : 'none',
    time: end?.time ?? '',
    timeZone: end?.timeZone ?? '',
  }),
}

/** The fields of a tour as typed, under the same names as those that are sent. Price and pictures need more than themselves. */
const typedTour = fields({
  name: plain,
  destination: plain,
  duration: whole,
  overview: plain,
  tourType: plain,
  tags: lines,
  termsAndConditions: plain,
  currency: asIs<Currency>(),
  taxCategoryId: idOrNull,
  maxPeople: whole,
  leastGroup: wholeOrNull,
  refundPolicy: fields({ fullRefundDays: whole, partialRefundDays: whole, partialRefundPercentage: percent }),
  runs: { read: runsOf, write: toRunsDraft },
  facts: fields({
    included: optional(lines),
    notIncluded: optional(lines),
    meetingPoint: optional(plain),
    startTime: optional(plain),
    difficulty: optional(plain as Codec<string, NonNullable<TourFacts['difficulty']>>),
    leastAge: optional(whole),
    guideLanguages: optional(lines),
  }),
  saleEnd,
})

const typedDay = fields({
  title: plain,
  description: plain,
  activities: lines,
  accommodation: textOrNull,
  transportation: textOrNull,
  breakfastIncluded: flag,
  lunchIncluded: flag,
  dinnerIncluded: flag,
  place: { read: placeOf, write: toPlaceDraft },
})

/** `key` identifies the day while days are moved. */
export type DayDraft = TypedBy<typeof typedDay> & { key: string; images: StaffPicture[] }

/** The tour as typed. */
export type TourDraft = TypedBy<typeof typedTour> & { basePrice: string; images: StaffPicture[]; itinerary: DayDraft[] }

export type SavedFields = StaffTourDetails['fields']

/** `pictures` holds those that the fields refer to; any that is missing is left out. */
export function toDraft(saved: SavedFields, pictures: readonly StaffPicture[]): TourDraft {
  const byId = new Map(pictures.map((picture) => [picture.id, picture]))
  const shown = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? [])
  return {
    ...typedTour.write(saved as SentBy<typeof typedTour>),
    basePrice: String(saved.basePrice),
    images: shown(saved.images),
    itinerary: saved.itinerary.map((each, at) => ({ ...typedDay.write(each), key: `day-${at + 1}`, images: shown(each.images) })),
  }
}

/** Returns the fields to send, or the errors by the draft's own paths. */
export function checkDraft(draft: TourDraft): Checked<TourFields> {
  const checked = tourFieldsSchema.safeParse({
    ...typedTour.read(draft),
    basePrice: centsToUnits(typedCents(draft.basePrice, draft.currency)),
    images: idsOf(draft.images),
    itinerary: draft.itinerary.map((each) => ({ ...typedDay.read(each), images: idsOf(each.images) })),
  })
  if (checked.success) return checked
  const issues = checked.error.issues.map(({ path, message }) => ({ path: partOf(draft, path), message }))
  return withReadings({ success: false, error: { issues } }, draft, /^basePrice$/, draft.currency)
}

function idsOf(pictures: readonly StaffPicture[]): string[] {
  return pictures.map(({ id }) => id)
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

/** A place as typed; all fields empty means none. */
export type PlaceDraft = Record<keyof Place, string>

export const NO_PLACE: PlaceDraft = { name: '', latitude: '', longitude: '' }

export function toPlaceDraft(place: Place | null | undefined): PlaceDraft {
  return place ? { name: place.name, latitude: String(place.latitude), longitude: String(place.longitude) } : NO_PLACE
}

/** Returns the typed place, or null for none; an invalid number becomes NaN. */
export function placeOf({ name, latitude, longitude }: PlaceDraft): Place | null {
  if (`${name}${latitude}${longitude}`.trim() === '') return null
  return { name: name.trim(), latitude: degreesOf(latitude), longitude: degreesOf(longitude) }
}

function degreesOf(text: string): number {
  // Thousands are never meant: no degree has four digits.
  return typedNumber(
    text.replaceAll(/\d[.,]\d+/g, (fraction) => `${fraction}0000`),
    { decimals: 12, marks: ['°'] },
  )
}

/** Parses coordinates copied from a map, such as "35.0394, 135.7292" or "8.5069° S, 115.2625° E". */
export function coordinatesIn(text: string): Pick<PlaceDraft, 'latitude' | 'longitude'> | undefined {
  const parts = text
    .trim()
    .split(/[\s,;]+/)
    .join(' ')
  const found = /^([-−]?\d+(?:\.\d+)?) ?°? ?([NS])? ([-−]?\d+(?:\.\d+)?) ?°? ?([EW])?$/i.exec(parts)
  if (!found) return undefined
  const [, latitude = '', northOrSouth = '', longitude = '', eastOrWest = ''] = found
  const signed = (number: string, isNegative: boolean) => (isNegative ? '-' : '') + number.replace('−', '-')
  return { latitude: signed(latitude, /s/i.test(northOrSouth)), longitude: signed(longitude, /w/i.test(eastOrWest)) }
}

type Shown = Pick<TourDraft, 'images' | 'itinerary'>

/** Pictures that the tour uses anywhere but on this day, without duplicates: the tour's own first, then those of other days. */
export function otherPictures({ images, itinerary }: Shown, day: DayDraft): StaffPicture[] {
  const all = new Map([...images, ...itinerary.flatMap((each) => each.images)].map((picture) => [picture.id, picture]))
  for (const { id } of day.images) all.delete(id)
  return [...all.values()]
}

/** Replaces the picture everywhere in the draft by this version, whose description has changed. */
export function redescribed({ images, itinerary }: Shown, picture: StaffPicture): Shown {
  const now = (pictures: StaffPicture[]) => pictures.map((each) => (each.id === picture.id ? picture : each))
  return { images: now(images), itinerary: itinerary.map((day) => ({ ...day, images: now(day.images) })) }
}

function differingFields(one: SavedFields, other: SavedFields): TourFieldName[] {
  const names = Object.keys(one) as TourFieldName[]
  return names.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
}

/**
 * Applies the user's changes on top of what others have saved: fields the user changed win, the rest are as saved. `disputed` lists the
 * fields both changed to different values.
 */
export function mergeFields(base: SavedFields, mine: TourFields, theirs: SavedFields): { fields: SavedFields; disputed: TourFieldName[] } {
  const changed = differingFields(base, mine)
  const own = Object.fromEntries(changed.map((name) => [name, mine[name]]))
  const changedByThem = new Set(differingFields(base, theirs))
  const differing = new Set(differingFields(mine, theirs))
  return { fields: { ...theirs, ...own }, disputed: changed.filter((name) => changedByThem.has(name) && differing.has(name)) }
}

export type TourForm = ReturnType<typeof useCheckedForm<TourDraft, TourFields>>
export type SectionProps = { form: TourForm }
