import { expect, test } from 'vitest'
import { checkPayment, type PaymentValues } from './reservation-dialog.tsx'

const VALUES: PaymentValues = { method: 'transfer', reference: 'TR-4711', paidOn: '2026-11-25', paysFor: 'price', amount: '1490.00' }

test('the price confirms the booking; anything else is set aside with its amount', () => {
  const paid = { method: 'transfer', reference: 'TR-4711', paidOn: '2026-11-25', totalCents: 149_000 }
  expect(checkPayment(VALUES, 149_000)).toMatchObject({ success: true, data: paid })
  const other = checkPayment({ ...VALUES, paysFor: 'other', amount: '1.485,00' }, 149_000)
  expect(other).toMatchObject({ success: true, data: { ...paid, isSetAside: true, receivedCents: 148_500 } })
})

test('a missing amount is told at its field', () => {
  for (const amount of ['', 'ten', '0', '-5'])
    expect(checkPayment({ ...VALUES, paysFor: 'other', amount }, 149_000)).toMatchObject({
      success: false,
      error: { issues: [{ path: ['amount'], message: 'Please enter an amount' }] },
    })
})
