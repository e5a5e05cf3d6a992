import { expect, it } from 'vitest'
import { PAID_BOOKING } from '../../../../tests/support/paid-booking.ts'
import { paymentExplanation } from './payment-explanation.ts'
import type { CheckoutSession } from './checkout-session.ts'

type Booking = NonNullable<CheckoutSession['booking']>

function textOf(payment_status: string, changes: Partial<Booking> = {}): string {
  return paymentExplanation({
    payment_intent: null,
    payment_method_types: ['card'],
    payment_status,
    booking: { ...PAID_BOOKING, ...changes },
  })
}

it('says that a paid booking is booked, and no longer says so once it is cancelled or over', () => {
  expect(textOf('paid', { status: 'confirmed' })).toMatch(/^Your seats are booked\. A confirmation/)
  expect(textOf('paid', { status: 'confirmed', kind: 'vehicle' })).toMatch(/^Your move is booked\./)
  expect(textOf('paid', { status: 'cancelled' })).toBe('This booking has since been cancelled. See My Bookings for your refund.')
  expect(textOf('paid', { status: 'completed', kind: 'vehicle' })).toBe('Your payment has arrived.')
})

it('asks nobody to pay again whose payment is under review', () => {
  expect(textOf('under review')).toContain('need not pay again')
  expect(textOf('under review')).not.toMatch(/nothing has been charged|try again/)
})

it('offers another try only while there is something to pay', () => {
  expect(textOf('unpaid')).toMatch(/nothing has been charged\. You can try again from your bookings while the seats are held\.$/)
  expect(textOf('unpaid', { status: 'approved', kind: 'vehicle' })).toMatch(/while the quote is valid\.$/)
  expect(textOf('unpaid', { status: 'expired' })).toMatch(/nothing has been charged\. Your seats are no longer held\.$/)
  expect(textOf('unpaid', { status: 'expired', kind: 'vehicle' })).toMatch(/The quote can no longer be paid\.$/)
  expect(textOf('unpaid', { status: 'confirmed' })).toMatch(/your booking has been paid in another way\.$/)
})

it('says why money goes back', () => {
  expect(textOf('refunded', { status: 'expired' })).toMatch(/^The seats were no longer available\. The money goes back/)
  expect(textOf('refunded', { status: 'confirmed', isPaidTwice: true })).toMatch(/^You had already paid for this journey/)
  expect(textOf('refunded', { kind: 'vehicle', status: 'expired' })).toMatch(/^This booking could no longer be made\./)
  const wrong = { isNotAsAgreed: true }
  expect(textOf('refunded', { ...wrong, status: 'expired' })).toMatch(/^This payment was not for the amount that we had agreed, so nothing/)
  expect(textOf('refunded', { ...wrong, kind: 'vehicle', status: 'approved' })).toMatch(/You can pay your quote again from My Bookings\.$/)
  expect(textOf('refunded', { ...wrong, kind: 'vehicle', status: 'confirmed' })).not.toMatch(/anew/)
})
