import { expect, test } from 'vitest'
import { readAgainText } from './booking-money.tsx'

test('what the provider was asked about is counted', () => {
  const none = { checkouts: 0, payments: 0, refunds: 0, disputes: 0, unknown: 0 }
  expect(readAgainText(none)).toBe('The card provider has no record of this booking.')
  expect(readAgainText({ ...none, checkouts: 2, payments: 1, unknown: 1 })).toBe(
    'Checked with the card provider: 2 checkouts, 1 payment. It has no record of 1 of them.',
  )
})
