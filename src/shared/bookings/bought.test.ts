import { expect, test } from 'vitest'
import { partyText, pickupText } from './bought.ts'

test('a pickup is shown with its time of day, which may be on the day before', () => {
  const pickup = { place: 'Ubud market', minutesBefore: 90 }
  expect(pickupText({ pickup, startTime: '09:00' })).toBe('Ubud market, at 07:30')
  expect(pickupText({ pickup, startTime: '01:00' })).toBe('Ubud market, at 23:30 on the day before')
  expect(pickupText({ pickup, startTime: null })).toBe('Ubud market, 90 minutes before the start')
  expect(pickupText({ pickup: { place: 'The pier', minutesBefore: 0 }, startTime: null })).toBe('The pier')
  expect(pickupText({ pickup: null, startTime: '09:00' })).toBeUndefined()
})

test('a party is shown without discounts and codes', () => {
  const lines = [
    { kind: 'unit', name: 'Adult', quantity: 2 },
    { kind: 'extra', name: 'Bike', quantity: 1 },
    { kind: 'discount', name: 'Early booking', quantity: 1 },
  ] as const
  expect(partyText(lines)).toBe('2 × Adult, 1 × Bike')
})
