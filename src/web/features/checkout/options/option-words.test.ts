import { expect, test } from 'vitest'
import { startChoice } from '#shared/tours/offers/option-choice.ts'
import { SELLING } from '../../../../../tests/support/selling.ts'
import { agesText, durationText, fewLeftText, peopleText, pickupText, seatsText } from './option-words.ts'

test.each([
  [null, undefined],
  [{ from: 4, to: 11 }, '4–11 years'],
  [{ from: 12, to: null }, '12+ years'],
  [{ from: 0, to: 3 }, 'Up to 3 years'],
  [{ from: 0, to: null }, undefined],
  [{ from: 5, to: 5 }, '5 years'],
])('ages %j are %s', (ages, text) => expect(agesText(ages)).toBe(text))

test.each([
  [300, '5 hours'],
  [90, '1 h 30 min'],
  [45, '45 min'],
  [2880, '2 days'],
])('%i minutes are %s', (minutes, text) => expect(durationText(minutes)).toBe(text))

test('few are said to be left only if they are few and some are gone', () => {
  expect(fewLeftText(3, 12)).toBe('Only 3 left')
  expect([fewLeftText(7, 12), fewLeftText(4, 4), fewLeftText(0, 4), fewLeftText(undefined, 4)]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('groups and pickups are said in words', () => {
  expect([peopleText({ from: 1, to: 1 }), peopleText({ from: 4, to: 4 }), peopleText({ from: 1, to: 4 })]).toEqual([
    '1 person',
    '4 people',
    '1–4 people',
  ])
  expect(pickupText('We’ll pick you up', '09:00', 90)).toBe('We’ll pick you up at 07:30')
  expect(pickupText('We’ll pick you up', '00:30', 90)).toBe('We’ll pick you up at 23:00 the day before')
})

test('a day says how many seats are left, or why they do not do', () => {
  const [bus, , boat] = SELLING.options
  if (!bus || !boat) throw new Error('There are options.')
  const of = (option: typeof bus, startTime: string | undefined, needed: number, seatsLeft: number | undefined, hasLeft = false) =>
    seatsText(option, { ...startChoice(1), startTime }, needed, '2026-12-03', () => ({ seatsLeft, hasLeft }))
  expect(of(boat, undefined, 2, 8)).toEqual({ text: '8 seats left on 3 Dec 2026', isWarning: false })
  expect(of(boat, undefined, 2, undefined)).toBeUndefined()
  expect(of(boat, undefined, 2, 1)).toEqual({ text: 'Only 1 seat left on 3 Dec 2026, but you need 2.', isWarning: true })
  expect(of(bus, '09:00', 2, 8)).toBeUndefined()
  expect(of(bus, undefined, 2, 1)).toBeUndefined()
  expect(of(bus, '09:00', 3, 2)?.text).toBe('Only 2 seats left at 09:00 on 3 Dec 2026, but you need 3.')
  expect(of(bus, undefined, 1, 0)).toEqual({ text: 'Sold out on 3 Dec 2026. Please choose another date.', isWarning: true })
})
