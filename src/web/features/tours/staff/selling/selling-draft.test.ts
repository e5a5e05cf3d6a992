import type { StaffPicture } from '#shared/tours/staff-pictures.ts'
import { expect, test } from 'vitest'
import type { Selling } from '#shared/tours/offers/selling-schema.ts'
import { messagesOf } from '#web/lib/form-issues.ts'
import { SELLING } from '../../../../../../tests/support/selling.ts'
import { checkSelling, computable, sameRows } from './check-selling.ts'
import { idOf, optionLike, startOf, unitOf, UNIT_PRESETS } from './new-entries.ts'
import { toDraft, withoutOption } from './selling-draft.ts'

const RICH: Selling = {
  ...SELLING,
  options: SELLING.options.map((option, at) => ({
    ...option,
    runs: at === 1 ? { kind: 'weekdays', weekdays: [6] } : null,
    cutoff: [{ hoursBefore: 2 }, { daysBefore: 1, time: '18:00' }, null][at] ?? null,
    mostPeople: at === 2 ? 6 : null,
    groupSteps:
      at === 2
        ? [
            { from: 1, to: 4, priceCents: 40_000 },
            { from: 5, to: 6, priceCents: 55_050 },
          ]
        : null,
  })),
  extras: SELLING.extras.map((extra) => ({ ...extra, optionIds: ['boat'], isRequired: true })),
  seasons: [
    { id: 'summer', name: 'Summer', when: { weekdays: [1, 2], from: '06-01', to: '08-31' }, percent: -20, prices: [] },
    {
      id: 'fair',
      name: 'Fair',
      when: { weekdays: [6, 7], from: '2027-05-01', to: '2027-05-09' },
      percent: null,
      prices: [{ optionId: 'english', unitId: 'adult', priceCents: 7_050 }],
    },
  ],
  dayPrices: [{ day: '2027-12-24', percent: 50, prices: [{ optionId: 'german', unitId: 'child', priceCents: 100 }] }],
  earlyBooking: [{ daysBefore: 60, percent: 10 }],
  lastMinute: [{ daysBefore: 2, percent: 15 }],
  groupDiscounts: [{ fromPeople: 8, percent: 5 }],
}

test('what is opened and saved untouched is the same', () => {
  expect(checkSelling(toDraft(SELLING))).toEqual({ success: true, data: SELLING })
  expect(checkSelling(toDraft(RICH))).toEqual({ success: true, data: RICH })
})

test('a tour with one price starts as one option, and what is added gets ids from its names, wherever it is referred to', () => {
  const start = startOf({ basePriceCents: 4_500, maxPeople: 12, timeZone: 'Asia/Tokyo' })
  const [standard] = start.options
  if (!standard) throw new Error('There is an option.')
  const child = { ...unitOf(UNIT_PRESETS[1], standard), priceCents: '30' }
  const first = { ...standard, units: [...standard.units, child] }
  const second = { ...optionLike(first), name: 'Auf Deutsch!', sharesWith: 'standard' }
  const third = { ...optionLike(first), name: 'Standard', seats: '8' }
  const checked = checkSelling({
    ...start,
    options: [first, second, third],
    extras: [
      {
        key: 'new-0123456789abcdef0123456789abcdef',
        row: '',
        name: 'Café',
        text: '',
        picture: null,
        per: 'person',
        priceCents: '3,50',
        isRequired: false,
        stock: '',
        isForAll: false,
        optionIds: [second.key],
        taxCategoryId: '',
      },
    ],
    dayPrices: [
      {
        key: 'x',
        row: '',
        day: '2027-07-12',
        changes: 'prices',
        direction: 'more',
        percent: '',
        prices: [{ optionId: third.key, unitId: child.key, priceCents: '33' }],
      },
    ],
  })
  expect(checked).toMatchObject({
    success: true,
    data: {
      capacityGroups: [
        { id: 'standard', seats: 12 },
        { id: 'standard-2', seats: 8 },
      ],
      options: [
        { id: 'standard', capacityGroup: 'standard', units: [{ id: 'adult' }, { id: 'child', accompaniedBy: ['adult'] }] },
        { id: 'auf-deutsch', capacityGroup: 'standard' },
        { id: 'standard-2', capacityGroup: 'standard-2' },
      ],
      extras: [{ id: 'cafe', priceCents: 350, optionIds: ['auf-deutsch'] }],
      dayPrices: [{ prices: [{ optionId: 'standard-2', unitId: 'child', priceCents: 3_300 }] }],
    },
  })
})

test('what is wrong is named by the part that is typed into', () => {
  const draft = toDraft(RICH)
  const messages = messagesOf(
    checkSelling({
      ...draft,
      options: draft.options.map((option, at) => ({
        ...option,
        name: at === 0 ? ' ' : option.name,
        seats: at === 2 ? '' : option.seats,
        startTimes: at === 1 ? [{ time: '', minutes: 'long' }] : option.startTimes,
        cutoff: { ...option.cutoff, hoursBefore: 'soon', time: '' },
        units: option.units.map((unit) => ({ ...unit, priceCents: unit.key === 'child' && at === 0 ? '4.555' : unit.priceCents })),
      })),
      seasons: draft.seasons.map((season) => ({ ...season, percent: '' })),
    }),
  )
  expect(messagesOf(checkSelling({ ...draft, extras: draft.extras.map((extra) => ({ ...extra, optionIds: ['gone'] })) }))).toEqual({
    'extras.0.optionIds': 'Please choose an option',
  })
  expect(Object.keys(messages).toSorted()).toEqual([
    'options.0.cutoff.hoursBefore',
    'options.0.name',
    'options.0.units.1.priceCents',
    'options.1.cutoff.time',
    'options.1.startTimes.0.minutes',
    'options.1.startTimes.0.time',
    'options.2.seats',
    'seasons.0.percent',
  ])
})

test('the first option that shares the seats of a removed one takes them over', () => {
  const [german, boat] = withoutOption(toDraft(SELLING).options, 0)
  expect(german).toMatchObject({ key: 'german', sharesWith: '', capacityGroup: 'bus', seats: '4' })
  expect(boat).toMatchObject({ capacityGroup: 'boat', seats: '10' })
})

test('prices can be tried before everything is complete', () => {
  const draft = toDraft(RICH)
  expect(computable(draft)).toEqual({ selling: RICH, isPartial: false })
  const partial = computable({
    ...draft,
    options: draft.options.map((option, at) => ({
      ...option,
      name: '',
      seats: '',
      units: option.units.map((unit) => (unit.key === 'child' || at === 1 ? { ...unit, priceCents: '' } : unit)),
    })),
    extras: draft.extras.map((extra) => ({ ...extra, priceCents: 'some' })),
  })
  expect(partial).toMatchObject({
    isPartial: true,
    selling: { options: [{ name: 'Option 1', units: [{ id: 'adult' }, { id: 'infant' }] }, { name: 'Option 3' }], extras: [] },
  })
  expect(computable({ ...draft, options: [] })).toBeUndefined()
})

test('what has been saved stays in the rows in which it was typed', () => {
  const draft = toDraft(RICH)
  const typed = { ...draft, seasons: draft.seasons.map((season) => ({ ...season, row: `row of ${season.key}` })) }
  const saved = sameRows(toDraft(RICH), typed)
  expect(saved.seasons.map(({ key, row }) => [key, row])).toEqual([
    ['summer', 'row of summer'],
    ['fair', 'row of fair'],
  ])
  expect(checkSelling(saved)).toEqual({ success: true, data: RICH })
})

test('an extra keeps its picture, and loses it where the picture is gone', () => {
  const picture = { id: 'p1', name: 'bike', filePath: '/bike.webp', alt: 'A bike', original: null, crop: null } as StaffPicture
  const selling = { ...SELLING, extras: SELLING.extras.map((extra) => ({ ...extra, pictureId: 'p1' })) }
  expect(checkSelling(toDraft(selling, [picture]))).toEqual({ success: true, data: selling })
  expect(toDraft(selling).extras.map((extra) => extra.picture)).toEqual([null])
})

test('ids are plain, unique and short', () => {
  const taken = new Set(['cafe', 'cafe-2'])
  expect(idOf('Café', taken)).toBe('cafe-3')
  expect(idOf('京都', new Set())).toBe('item')
  expect(idOf(`${'a'.repeat(39)} b`, new Set())).toBe('a'.repeat(39))
  expect(idOf('a'.repeat(60), new Set(['a'.repeat(40)]))).toBe(`${'a'.repeat(38)}-2`)
})
