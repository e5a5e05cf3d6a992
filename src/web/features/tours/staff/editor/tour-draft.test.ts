import { expect, test } from 'vitest'
import type { StaffPicture } from '#shared/tours/staff-pictures.ts'
import { messagesOf } from '#web/lib/form-issues.ts'
import { FIELDS, PICTURES } from '../../../../../../tests/support/staff-tour-fields.ts'
import { fieldNames } from './tour-changes.tsx'
import {
  checkDraft,
  coordinatesIn,
  mergeFields,
  NO_PLACE,
  otherPictures,
  placeOf,
  redescribed,
  toDraft,
  toPlaceDraft,
} from './tour-draft.ts'

test('what is opened and saved untouched is the same', () => {
  expect(checkDraft(toDraft(FIELDS, PICTURES))).toEqual({ success: true, data: FIELDS })
  const dates = { ...FIELDS, runs: { kind: 'dates' as const, dates: ['2027-03-01'] }, facts: {}, leastGroup: 4 }
  expect(checkDraft(toDraft(dates, PICTURES))).toEqual({ success: true, data: dates })
})

test('what is wrong is named by the part that is typed into', () => {
  const draft = toDraft(FIELDS, PICTURES)
  const messages = messagesOf(
    checkDraft({
      ...draft,
      name: ' ',
      basePrice: 'much',
      refundPolicy: { ...draft.refundPolicy, fullRefundDays: '3' },
      leastGroup: '20',
      facts: { ...draft.facts, startTime: 'noon', included: `Tea\n${'x'.repeat(201)}` },
      runs: { kind: 'rules', rules: [], also: [], except: [] },
      itinerary: draft.itinerary.map((day) => ({ ...day, title: '', activities: 'y'.repeat(201) })),
    }),
  )
  expect(Object.keys(messages).toSorted()).toEqual([
    'basePrice',
    'facts.included',
    'facts.startTime',
    'itinerary.0.activities',
    'itinerary.0.title',
    'name',
    'refundPolicy.partialRefundDays',
    'runs.rules',
  ])
})

const KYOTO = { name: 'Kyoto', latitude: 35.003, longitude: 135.769 }

test('a place is typed and read the same, and an empty one is none', () => {
  expect(placeOf(toPlaceDraft(KYOTO))).toEqual(KYOTO)
  expect(placeOf(toPlaceDraft(null))).toBeNull()
  expect(placeOf({ name: ' Ubud ', latitude: '−8,5069°', longitude: 'east' })).toEqual({ name: 'Ubud', latitude: -8.5069, longitude: NaN })
  expect(placeOf({ ...NO_PLACE, latitude: '35' })).toEqual({ name: '', latitude: 35, longitude: NaN })
})

test('both numbers are taken from what a map copies', () => {
  expect(coordinatesIn('35.0394, 135.7292')).toEqual({ latitude: '35.0394', longitude: '135.7292' })
  expect(coordinatesIn(' 8.5069° S, 115.2625° E')).toEqual({ latitude: '-8.5069', longitude: '115.2625' })
  expect(coordinatesIn('−8.5 115')).toEqual({ latitude: '-8.5', longitude: '115' })
  for (const text of ['35.0394', 'Kyoto, Japan', '1, 2, 3']) expect(coordinatesIn(text)).toBeUndefined()
})

const picture = (id: string, alt = id): StaffPicture => ({
  id,
  name: id,
  filePath: `/art/${id}-1600.webp`,
  alt,
  original: null,
  crop: null,
})

const [first] = FIELDS.itinerary
if (!first) throw new Error('There is no day')
const draft = toDraft(
  { ...FIELDS, images: ['cover', 'lake'], itinerary: [first, { ...first, images: ['lake', 'inn'] }, { ...first, images: ['peak'] }] },
  ['cover', 'lake', 'inn', 'peak'].map((id) => picture(id)),
)
const [empty, full] = draft.itinerary
if (!empty || !full) throw new Error('There are no days')

test('a day is offered what the tour shows elsewhere, each picture once, the tour’s own first', () => {
  expect(otherPictures(draft, empty).map(({ id }) => id)).toEqual(['cover', 'lake', 'inn', 'peak'])
  expect(otherPictures(draft, full).map(({ id }) => id)).toEqual(['cover', 'peak'])
})

test('a description changes wherever its picture is shown, and nowhere else', () => {
  const { images, itinerary } = redescribed(draft, picture('lake', 'Boats on a lake'))
  expect(images.map(({ alt }) => alt)).toEqual(['cover', 'Boats on a lake'])
  expect(itinerary.map((day) => day.images.map(({ alt }) => alt))).toEqual([[], ['Boats on a lake', 'inn'], ['peak']])
})

test('my fields win over what others have saved since, and theirs stay where I have changed nothing', () => {
  const mine = { ...FIELDS, name: 'Mine', basePrice: 900, tags: ['Same'] }
  const theirs = { ...FIELDS, basePrice: 1200, overview: 'Theirs', tags: ['Same'] }
  const { fields, disputed } = mergeFields(FIELDS, mine, theirs)
  expect(fields).toEqual({ ...FIELDS, name: 'Mine', basePrice: 900, overview: 'Theirs', tags: ['Same'] })
  expect(disputed).toEqual(['basePrice'])
})

test('fields are named as a person would', () => {
  expect(fieldNames(['basePrice', 'overview', 'runs'])).toBe('the price, the overview and the schedule')
})
