import { expect, test } from 'vitest'
import type { TaxCategory } from '#shared/settings/taxes.ts'
import { checkChange, checkNew, startOf } from './tax-categories.tsx'
import { taxChoices } from './tax-choices.ts'

const ID = '00000000-0000-4000-8000-0000000000ab'
const STANDARD: TaxCategory = { id: ID, name: 'Standard', accountKey: '3', rateBasisPoints: 1900, isActive: true, version: 1 }
const OLD: TaxCategory = { ...STANDARD, id: 'old', name: 'Old', rateBasisPoints: 1650, isActive: false }
const typed = (rate: string) => ({ name: 'Standard', rate, accountKey: '3', isActive: true })

test.each([
  ['19', 1900],
  ['19%', 1900],
  ['5.5', 550],
  ['8,1 %', 810],
  ['0', 0],
  ['16.65', 1665],
])('%s is a rate of %i rate (basis points)', (rate, rateBasisPoints) => {
  expect(checkNew(ID, typed(rate))).toMatchObject({ success: true, data: { rateBasisPoints } })
})

test.each(['', 'a lot', '-1', '101', '5.555'])('"%s" is no rate, which is said at its field', (rate) => {
  expect(checkNew(ID, typed(rate))).toMatchObject({ success: false, error: { issues: [{ path: ['rate'] }] } })
})

test('a change sends all but the rate', () => {
  expect(checkChange(2, { ...startOf(STANDARD), isActive: false })).toEqual({
    success: true,
    data: { version: 2, name: 'Standard', accountKey: '3', isActive: false },
  })
})

test('what is in use can be chosen, and what a tour already has', () => {
  expect(taxChoices([STANDARD, OLD], null)).toEqual([{ value: ID, label: 'Standard, 19%' }])
  expect(taxChoices([STANDARD, OLD], 'old')[1]).toEqual({ value: 'old', label: 'Old, 16.5% (no longer in use)' })
  expect(taxChoices([], null)).toEqual([])
})
