import { expect, test } from 'vitest'
import { SELLING } from '../../../../../../tests/support/selling.ts'
import { dayPriceText, familyOf, leadingPriceOn, nextDayOf, offerFor, shortPrice } from './trial.ts'

const [english] = SELLING.options
if (!english) throw new Error('There is an option.')
const SUMMER = {
  ...SELLING,
  seasons: [
    { id: 'summer', name: 'Summer', when: { weekdays: [1, 2, 3, 4, 5, 6, 7], from: '06-01', to: '08-31' }, percent: 20, prices: [] },
  ],
}
const TRIAL = { option: 'gone', day: '2027-07-12', startTime: '11:11', units: familyOf(english), extras: { gone: 1 } }

test('a family of four is tried with what the option has, at its first start', () => {
  expect(familyOf(english)).toEqual({ adult: 2, child: 2 })
  expect(familyOf({ ...english, units: english.units.slice(0, 1) })).toEqual({ adult: 4 })
  expect(offerFor(SUMMER, TRIAL, '2027-01-01')).toMatchObject({ startTime: '03:00', totalCents: 19_200 })
  expect(offerFor(SUMMER, { ...TRIAL, units: { child: 1, gone: 3 } }, '2027-01-01')).toMatchObject({ totalCents: 3_600 })
})

test('a day says its price and why, as short as it fits', () => {
  expect(dayPriceText('Adult', leadingPriceOn(SUMMER, english, '2027-07-12'), 'usd')).toBe('Adult: $60, Summer')
  expect(dayPriceText('Adult', leadingPriceOn(SUMMER, english, '2027-05-12'), 'usd')).toBe('Adult: $50, the standard price')
  expect([4_500, 4_550, 120_050].map(shortPrice)).toEqual(['45', '45.50', '1201'])
})

test('the first day that is tried is one on which it runs', () => {
  expect(nextDayOf({ kind: 'weekdays', weekdays: [6] }, english, '2027-07-12')).toBe('2027-07-17')
  expect(nextDayOf({ kind: 'dates', dates: ['2020-01-01'] }, english, '2027-07-12')).toBe('2027-07-12')
})
