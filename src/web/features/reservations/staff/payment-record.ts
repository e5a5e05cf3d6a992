import { offlinePaymentBodySchema, type OfflinePaymentBody } from '#shared/reservations/staff.ts'
import type { Day } from '#shared/dates.ts'
import { typedCents } from '#shared/typed-numbers.ts'
import { withReadings } from '#web/lib/amounts.ts'
import type { Checked } from '#web/lib/form-issues.ts'

export type PaymentValues = Pick<OfflinePaymentBody, 'method' | 'reference'> & { paidOn: Day; paysFor: 'price' | 'other'; amount: string }

export const SET_ASIDE =
  'The payment is set aside and doesn’t confirm the booking by itself. A task asks a manager to accept or refund it. No email is sent.'

/** Returns the payment to record; what does not pay the price is set aside. */
export function checkPayment(
  { method, reference, paidOn, paysFor, amount }: PaymentValues,
  totalCents: number,
): Checked<OfflinePaymentBody> {
  const payment = { method, reference, totalCents, paidOn }
  if (paysFor === 'price') return offlinePaymentBodySchema.safeParse(payment)
  const receivedCents = typedCents(amount)
  const result = offlinePaymentBodySchema.safeParse({ ...payment, isSetAside: true, receivedCents })
  if (result.success) return result
  const issues = result.error.issues.map(({ path, message }) =>
    path[0] === 'receivedCents' ? { path: ['amount'], message: 'Please enter an amount' } : { path, message },
  )
  return withReadings({ success: false, error: { issues } }, { amount }, /^amount$/)
}
