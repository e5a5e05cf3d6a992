import { expect, test } from 'vitest'
import { campaignText, givesText, limitsText, usesText } from './code-rows.tsx'

test('a code’s row says its discount and how often it has been used', () => {
  expect(givesText({ gives: { kind: 'percent', percent: 10 }, currency: null })).toBe('10% off')
  expect(givesText({ gives: { kind: 'amount', amountCents: 500 }, currency: 'usd' })).toBe('$5.00 off')
  expect(givesText({ gives: { kind: 'extra', extraId: 'bike' }, currency: null })).toBe('free: bike')
  expect(usesText({ uses: 3, mostUses: 10 })).toBe('3 of 10')
  expect(usesText({ uses: 12, mostUses: null })).toBe('12')
})

test('a code’s row says when it’s valid, and only the limits it has', () => {
  const open = {
    usableFrom: null,
    usableTo: null,
    travelFrom: null,
    travelTo: null,
    optionIds: null,
    leastSpendCents: 0,
    currency: null,
    isOncePerPerson: false,
  }
  expect(limitsText(open, 'all tours')).toBe('Valid at any time, for all tours')
  expect(limitsText({ ...open, usableFrom: '2026-12-01', travelFrom: '2027-01-01', travelTo: '2027-01-31' }, '2 tours')).toBe(
    'Valid from 1 Dec 2026, for 2 tours, departures 1 Jan 2027 – 31 Jan 2027',
  )
  const limited = { ...open, usableTo: '2026-12-31', leastSpendCents: 10_000, currency: 'gbp' as const, isOncePerPerson: true }
  expect(limitsText({ ...limited, optionIds: ['bus'] }, 'Lisbon')).toBe(
    'Valid until 31 Dec 2026, for Lisbon, some options only, minimum spend £100, one use per person',
  )
  expect(limitsText({ ...open, optionIds: ['bus', 'boat'] }, 'Lisbon', ['Bus', 'Boat'])).toBe(
    'Valid at any time, for Lisbon, only Bus or Boat',
  )
})

test('a campaign’s row says how many of its codes are used, and how many are switched off individually', () => {
  expect(campaignText({ codes: 1500, used: 12, active: 1500 })).toBe('12 of 1,500 used')
  expect(campaignText({ codes: 500, used: 0, active: 0 })).toBe('0 of 500 used')
  expect(campaignText({ codes: 500, used: 12, active: 497 })).toBe('12 of 500 used, 3 switched off')
})
