import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeOffer, type Offer, type OfferChoice } from './compute.ts'
import type { OfferCode } from './discounts.ts'
import { fromPriceCents } from './from-price.ts'
import { splitByWeight } from './largest-remainder.ts'
import type { OfferFault } from './party.ts'
import { sellingFaults } from './selling-faults.ts'
import { sellingSchema, type Selling } from './selling-schema.ts'
import { GUEST, sellingOfSimple } from './simple-tours.ts'

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
const unit = (id: string, priceCents: number, more: object = {}) => ({
  id,
  type: 'ADULT' as const,
  name: id,
  ages: null,
  people: 1,
  seats: 1,
  least: 0,
  most: null,
  accompaniedBy: [],
  priceCents,
  ...more,
})

/** Kauai with children: a season, an early price, a group discount, bikes and a transfer. */
const KAUAI: Selling = {
  ...sellingOfSimple({ name: 'Kauai', basePriceCents: 10_000, maxPeople: 12 }),
  timeZone: 'Pacific/Honolulu',
  options: [
    {
      ...only(sellingOfSimple({ name: 'Kauai', basePriceCents: 10_000, maxPeople: 12 }).options),
      id: 'standard',
      name: 'Standard',
      units: [
        unit('adult', 10_000),
        unit('child', 6_000, { type: 'CHILD', ages: { from: 3, to: 11 }, accompaniedBy: ['adult'] }),
        unit('infant', 0, { type: 'INFANT', seats: 0, accompaniedBy: ['adult'] }),
      ],
    },
  ],
  extras: [
    {
      id: 'bike',
      name: 'Bike',
      text: '',
      pictureId: null,
      per: 'person',
      priceCents: 2_500,
      isRequired: false,
      stock: 3,
      optionIds: null,
      taxCategoryId: null,
    },
    {
      id: 'transfer',
      name: 'Transfer',
      text: '',
      pictureId: null,
      per: 'booking',
      priceCents: 1_000,
      isRequired: true,
      stock: null,
      optionIds: null,
      taxCategoryId: 'reduced',
    },
  ],
  seasons: [
    { id: 's', name: 'Summer', when: { weekdays: EVERY_DAY, from: '06-01', to: '08-31' }, percent: 20, prices: [] },
    {
      id: 'h',
      name: 'Holiday',
      when: { weekdays: EVERY_DAY, from: '07-01', to: '07-07' },
      percent: null,
      prices: [{ optionId: 'standard', unitId: 'adult', priceCents: 15_000 }],
    },
  ],
  dayPrices: [{ day: '2030-07-04', percent: null, prices: [{ optionId: 'standard', unitId: 'adult', priceCents: 20_000 }] }],
  earlyBooking: [{ daysBefore: 60, percent: 10 }],
  lastMinute: [{ daysBefore: 3, percent: 15 }],
  groupDiscounts: [{ fromPeople: 4, percent: 12 }],
}
const TODAY = '2030-05-20'

function only<Item>([item]: Item[]): Item {
  if (item === undefined) throw new Error('There is none.')
  return item
}

function offer(choice: Partial<OfferChoice>, selling = KAUAI, today = TODAY): Offer {
  const made = computeOffer(selling, { day: '2030-05-30', units: { adult: 2 }, extras: {}, ...choice }, today)
  if ('fault' in made) throw new Error(made.message)
  return made
}

const told = ({ lines }: Offer) => lines.map(({ name, quantity, totalCents, rule }) => `${quantity} ${name} ${totalCents} (${rule})`)

test('an offer has a line for each unit, the required extras and those chosen, each with the rule that made it', () => {
  expect(told(offer({ units: { adult: 2, child: 1, infant: 1 }, extras: { bike: 2 } }))).toEqual([
    '2 adult 20000 (Standard price)',
    '1 child 6000 (Standard price)',
    '1 infant 0 (Standard price)',
    '2 Bike 5000 (Standard price)',
    '1 Transfer 1000 (Standard price)',
    '1 Group discount, 12% off -3120 (Group discount)',
  ])
  expect(offer({ units: { adult: 2, child: 1, infant: 1 } })).toMatchObject({ people: 4, seats: 3 })
})

test('the price of a single day goes before that of a season, and of two seasons the shorter one counts', () => {
  const of = (day: string) => told(offer({ day }, KAUAI, '2030-05-30'))[0]
  expect(of('2030-06-20')).toBe('2 adult 24000 (Summer)')
  expect(of('2030-07-02')).toBe('2 adult 30000 (Holiday)')
  expect(of('2030-07-04')).toBe('2 adult 40000 (Price of this day)')
  // The holiday has no price for children, so theirs is that of the summer.
  expect(told(offer({ day: '2030-07-02', units: { adult: 1, child: 1 } }, KAUAI, '2030-05-30'))[1]).toBe('1 child 7200 (Summer)')
})

test('of booking early, at the last minute and as a group the best one counts', () => {
  const rule = (choice: Partial<OfferChoice>, today: string) =>
    offer(choice, KAUAI, today).lines.find(({ kind }) => kind === 'discount')?.name
  expect(rule({}, '2030-03-01')).toBe('Early booking, 10% off')
  expect(rule({ units: { adult: 4 } }, '2030-03-01')).toBe('Group discount, 12% off')
  expect(rule({ units: { adult: 4 } }, '2030-05-28')).toBe('Last minute, 15% off')
  expect(rule({}, '2030-05-20')).toBeUndefined()
})

test('a code comes last, is spread over the lines by largest remainder, and never takes more than is left', () => {
  const code: OfferCode = { id: 'c', text: 'WELCOME10', leastSpendCents: 0, kind: 'amount', amountCents: 1_001 }
  const made = offer({ units: { adult: 1, child: 1 }, code })
  expect(made.totalCents).toBe(10_000 + 6_000 + 1_000 - 1_001)
  expect(made.lines.map(({ discountCents }) => discountCents)).toEqual([-589, -353, -59, 0])
  expect(offer({ code: { ...code, amountCents: 1_000_000 } }).totalCents).toBe(0)
  expect(offer({ units: { adult: 4 }, code: { ...code, kind: 'percent', percent: 50 } }).totalCents).toBe((40_000 - 4_800 + 1_000) / 2)
  expect(told(offer({ extras: { bike: 2 }, code: { ...code, kind: 'extra', extraId: 'bike' } })).at(-1)).toBe(
    '1 Code WELCOME10 -2500 (WELCOME10)',
  )
})

test.for<[string, Partial<OfferChoice>, OfferFault['fault'], string]>([
  ['nobody', { units: {} }, 'validation_failed', 'units'],
  ['a child alone', { units: { child: 1 } }, 'validation_failed', 'units'],
  ['somebody unknown', { units: { adult: 1, dog: 1 } }, 'validation_failed', 'units'],
  ['half a person', { units: { adult: 1.5 } }, 'validation_failed', 'units'],
  ['more bikes than people', { extras: { bike: 3 } }, 'validation_failed', 'extras'],
  ['an unknown extra', { extras: { boat: 1 } }, 'validation_failed', 'extras'],
  ['another option', { optionId: 'private' }, 'choice_required', 'optionId'],
  [
    'a code for a larger sum',
    { code: { id: 'c', text: 'C', leastSpendCents: 99_999, kind: 'percent', percent: 10 } },
    'code_not_valid',
    'code',
  ],
])('%s cannot be had', ([, choice, fault, path]) => {
  const made = computeOffer(KAUAI, { day: '2030-05-30', units: { adult: 2 }, extras: {}, ...choice }, TODAY)
  expect(made).toMatchObject({ fault, path })
})

test('a group pays by its step, whoever is in it, and only as many as a step takes', () => {
  const groupSteps = [
    { from: 1, to: 2, priceCents: 30_000 },
    { from: 3, to: 4, priceCents: 40_000 },
  ]
  const selling = { ...KAUAI, extras: [], groupDiscounts: [], options: [{ ...only(KAUAI.options), groupSteps }] }
  expect(told(offer({ units: { adult: 2, child: 1 } }, selling))).toEqual(['1 Standard 40000 (Group of 3 to 4)'])
  expect(told(offer({ units: { adult: 1 }, day: '2030-06-20' }, selling))).toEqual(['1 Standard 36000 (Group of 1 to 2)'])
  expect(computeOffer(selling, { day: TODAY, units: { adult: 5 }, extras: {} }, TODAY)).toMatchObject({ path: 'units' })
  expect(fromPriceCents(selling, TODAY)).toBe(30_000)
})

test('a tour with one price costs its price for each guest, in one line', () => {
  const selling = sellingOfSimple({ name: 'Kyoto', basePriceCents: 109_000, maxPeople: 12 })
  expect(told(offer({ units: { [GUEST]: 3 } }, selling))).toEqual(['3 Guest 327000 (Standard price)'])
})

test('what stands on offer fits its schema, and what does not fit together is named', () => {
  expect(sellingSchema.parse(KAUAI)).toEqual(KAUAI)
  expect(sellingFaults(KAUAI)).toEqual([])
  const [option] = KAUAI.options
  const broken = { ...KAUAI, options: [option, { ...option, capacityGroup: 'none', leastPeople: 4, mostPeople: 2 }] } as Selling
  expect(sellingFaults(broken).map(({ path }) => path)).toEqual(['options.1.id', 'options.1.capacityGroup', 'options.1.mostPeople'])
})

const cents = fc.integer({ min: 0, max: 500_000 })
const percent = fc.integer({ min: 1, max: 100 })
const sellings = fc
  .record({
    adult: cents,
    child: cents,
    bike: cents,
    seasons: fc.array(fc.tuple(fc.integer({ min: -100, max: 200 }), fc.integer({ min: 1, max: 9 })), { maxLength: 4 }),
    early: percent,
    group: percent,
  })
  .map(({ adult, child, bike, seasons, early, group }): Selling => ({
    ...KAUAI,
    options: [{ ...only(KAUAI.options), units: [unit('adult', adult), unit('child', child), unit('infant', 0, { seats: 0 })] }],
    extras: KAUAI.extras.map((extra) => ({ ...extra, priceCents: bike })),
    seasons: seasons.map(([change, month], index) => ({
      id: `s${index}`,
      name: `S${index}`,
      when: { weekdays: EVERY_DAY, from: `0${month}-01`, to: '11-30' },
      percent: change,
      prices: [],
    })),
    earlyBooking: [{ daysBefore: 5, percent: early }],
    groupDiscounts: [{ fromPeople: 3, percent: group }],
  }))
const codes = fc.oneof(
  fc.record({
    id: fc.constant('c'),
    text: fc.constant('CODE'),
    leastSpendCents: fc.constant(0),
    kind: fc.constant('percent' as const),
    percent,
  }),
  fc.record({
    id: fc.constant('c'),
    text: fc.constant('CODE'),
    leastSpendCents: fc.constant(0),
    kind: fc.constant('amount' as const),
    amountCents: cents,
  }),
)
const choices = fc.record({
  day: fc.constantFrom('2030-05-21', '2030-07-04', '2030-07-05', '2030-12-24'),
  units: fc.record({
    adult: fc.integer({ min: 1, max: 6 }),
    child: fc.integer({ min: 0, max: 4 }),
    infant: fc.integer({ min: 0, max: 2 }),
  }),
  extras: fc.record({ bike: fc.integer({ min: 0, max: 1 }) }),
  code: fc.option(codes, { nil: undefined }),
})

test('lines of any offer come to its total, which is never below zero, and discounts to what is taken off the lines', () => {
  fc.assert(
    fc.property(sellings, choices, (selling, choice) => {
      const { lines, totalCents } = offer(choice, selling)
      const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0)
      expect(sum(lines.map((line) => line.totalCents))).toBe(totalCents)
      expect(totalCents).toBeGreaterThanOrEqual(0)
      const off = lines.filter(({ kind }) => kind === 'discount' || kind === 'code')
      expect(sum(lines.map(({ discountCents }) => discountCents))).toBe(sum(off.map((line) => line.totalCents)))
      for (const line of lines.filter((each) => !off.includes(each))) expect(line.totalCents + line.discountCents).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 10_000 },
  )
})

test('an offer does not depend on the order of rules or on their ids, nor on having been sent as JSON', () => {
  fc.assert(
    fc.property(sellings, choices, fc.integer({ min: 0, max: 3 }), (selling, choice, turn) => {
      const turned = [...selling.seasons.slice(turn), ...selling.seasons.slice(0, turn)].map((season, index) => ({
        ...season,
        id: `t${index}`,
      }))
      const sent = sellingSchema.parse(JSON.parse(JSON.stringify({ ...selling, seasons: turned })))
      expect(offer(choice, sent)).toEqual(offer(choice, selling))
    }),
    { numRuns: 2_000 },
  )
})

test('a split loses no cent, and no part exceeds its weight', () => {
  fc.assert(
    fc.property(fc.array(cents, { minLength: 1, maxLength: 9 }), fc.double({ min: 0, max: 1, noNaN: true }), (weights, share) => {
      const sum = weights.reduce((one, other) => one + other, 0)
      const parts = splitByWeight(Math.floor(sum * share), weights)
      expect(parts.reduce((one, other) => one + other, 0)).toBe(Math.floor(sum * share))
      for (const [index, part] of parts.entries()) expect(part).toBeLessThanOrEqual(weights[index] ?? 0)
    }),
  )
})
