import { expect, test } from 'vitest'
import { fromCents, isOffer, lowestCents, offerOf } from '#shared/tours/offers/chosen-offer.ts'
import {
  extrasIn,
  optionIn,
  restoreOptionChoice,
  startChoice,
  timeIn,
  unitsIn,
  withUnit,
  type OptionChoice,
} from '#shared/tours/offers/option-choice.ts'
import type { Selling, SellingOption } from '#shared/tours/offers/selling-schema.ts'
import { SELLING } from '../../../../../tests/support/selling.ts'
import { checkoutOf } from './option-checkout.ts'

const [english, german, boat] = SELLING.options as [SellingOption, SellingOption, SellingOption]
const DAY = { day: '2026-12-03', today: '2026-11-26' }
const steps = (option: SellingOption, choice: OptionChoice, ...ids: string[]) =>
  ids.reduce((current, id) => withUnit(option, current, id, 1), choice)

test('at first as many of the leading unit travel as were asked for, or as an option needs', () => {
  expect(unitsIn(english, startChoice(1))).toEqual({ adult: 1 })
  expect(unitsIn(english, startChoice(3))).toEqual({ adult: 3 })
  expect(unitsIn({ ...english, leastPeople: 4 }, startChoice(1))).toEqual({ adult: 4 })
  const family = { ...english, units: english.units.slice(0, 1).map((unit) => ({ ...unit, people: 4 })) }
  expect(unitsIn(family, startChoice(5))).toEqual({ adult: 2 })
})

test('another option keeps the units that it has, and gives the others back when the first is chosen again', () => {
  const withoutChildren = { ...german, units: german.units.filter(({ id }) => id === 'adult') }
  const choice = steps(english, startChoice(1), 'adult', 'child')
  expect(unitsIn(english, choice)).toEqual({ adult: 2, child: 1 })
  expect(unitsIn(withoutChildren, choice)).toEqual({ adult: 2 })
  const more = steps(withoutChildren, choice, 'adult')
  expect(unitsIn(english, more)).toEqual({ adult: 3, child: 1 })
  const group = { ...boat, units: boat.units.slice(0, 1).map((unit) => ({ ...unit, id: 'person' })) }
  expect(unitsIn(group, more)).toEqual({ person: 1 })
})

test('nobody is counted below none, and none at all stays none', () => {
  const nobody = withUnit(english, withUnit(english, startChoice(1), 'adult', -1), 'adult', -1)
  expect(unitsIn(english, nobody)).toEqual({})
  expect(offerOf(SELLING, english, nobody, DAY)).toMatchObject({ message: 'Select at least 1 guest' })
})

test('a time is kept where the option has it, and is not asked for where there is one', () => {
  expect(timeIn(english, {})).toBeUndefined()
  expect(timeIn(english, { startTime: '09:00' })).toBe('09:00')
  expect(timeIn({ ...english, startTimes: english.startTimes.slice(0, 1) }, { startTime: '09:00' })).toBe('03:00')
  expect(timeIn(boat, { startTime: '09:00' })).toBeUndefined()
})

test('the only option is chosen; of several none is before somebody chooses', () => {
  expect(optionIn(SELLING, {})).toBeUndefined()
  expect(optionIn(SELLING, { optionId: 'french' })).toBeUndefined()
  expect(optionIn(SELLING, { optionId: 'german' })).toBe(german)
  expect(optionIn({ ...SELLING, options: [boat] }, {})).toBe(boat)
})

test('no more of an extra is chosen than the party or the stock allows, and a required one is not chosen', () => {
  const choice = { extras: { bike: 3, photo: 1 } }
  expect(extrasIn(SELLING, english, choice, 4, undefined)).toEqual({ bike: 3 })
  expect(extrasIn(SELLING, english, choice, 2, { bike: 3 })).toEqual({ bike: 2 })
  expect(extrasIn(SELLING, english, choice, 2, { bike: 1 })).toEqual({ bike: 1 })
  expect(extrasIn(SELLING, english, choice, 2, { bike: 0 })).toEqual({})
  const required = { ...SELLING, extras: SELLING.extras.map((extra) => ({ ...extra, isRequired: true })) }
  expect(extrasIn(required, english, choice, 2, undefined)).toEqual({})
})

test('the price is known before a time is chosen; the lowest over the options, and where each begins', () => {
  const choice = steps(english, startChoice(1), 'adult', 'child')
  const dear: Selling = {
    ...SELLING,
    dayPrices: [{ day: DAY.day, percent: 20, prices: [{ optionId: 'german', unitId: 'adult', priceCents: 4_000 }] }],
  }
  expect(offerOf(dear, english, choice, DAY)).toMatchObject({ totalCents: 15_600, people: 3 })
  expect(lowestCents(dear, dear.options, choice, DAY)).toBe(11_600)
  expect(fromCents(dear, english, DAY.day)).toBe(6_000)
  expect(fromCents(dear, german, DAY.day)).toBe(4_000)
  const group = {
    ...boat,
    groupSteps: [
      { from: 2, to: 4, priceCents: 30_000 },
      { from: 5, to: 9, priceCents: 20_000 },
    ],
  }
  expect(fromCents(dear, group, DAY.day)).toBe(24_000)
  expect(lowestCents({ ...dear, options: [group] }, [group], startChoice(12), DAY)).toBeUndefined()
})

test('what is sent is what is shown: the people, the units and extras that count, and the total', () => {
  const choice = {
    ...steps(english, startChoice(1), 'adult', 'child', 'infant'),
    startTime: '09:00',
    extras: { bike: 9 },
    pickupId: 'ubud',
  }
  const offer = offerOf(SELLING, english, choice, { ...DAY, left: { bike: 1 } })
  if (!isOffer(offer)) throw new Error(offer.message)
  const body = checkoutOf(SELLING, offer, choice, { tourId: 'bali', priceId: 'price_1', day: DAY.day, left: { bike: 1 }, coded: undefined })
  expect(body).toEqual({
    priceId: 'price_1',
    tour_id: 'bali',
    totalGuests: 4,
    travelDate: DAY.day,
    optionId: 'english',
    startTime: '09:00',
    units: { adult: 2, child: 1, infant: 1 },
    extras: { bike: 1 },
    pickupId: 'ubud',
    expectedTotal: '140.00',
  })
  const coded = { code: 'welcome10', totalCents: 12_600 }
  const lowered = checkoutOf(SELLING, offer, choice, { tourId: 'bali', priceId: 'price_1', day: DAY.day, left: { bike: 1 }, coded })
  expect(lowered).toEqual({ ...body, code: 'welcome10', expectedTotal: '126.00' })
  const whole = offerOf(SELLING, boat, choice, DAY)
  if (!isOffer(whole)) throw new Error(whole.message)
  expect(
    checkoutOf(SELLING, whole, choice, { tourId: 'bali', priceId: 'p', day: DAY.day, left: undefined, coded: undefined }),
  ).not.toHaveProperty('startTime')
})

test('a choice survives the way to the hosted checkout and back, and nothing else is taken for one', () => {
  const choice = { ...steps(english, startChoice(2), 'child'), optionId: 'english', startTime: '09:00', pickupId: 'ubud' }
  expect(restoreOptionChoice(JSON.parse(JSON.stringify(choice)))).toEqual(choice)
  for (const kept of [null, 7, {}, { guests: 1, units: { adult: -1 }, extras: {} }, { guests: 1, units: {}, extras: 'all' }]) {
    expect(restoreOptionChoice(kept)).toBeUndefined()
  }
})
