import { expect, it } from 'vitest'
import { PAID_BOOKING } from '../../../../tests/support/paid-booking.ts'
import { paymentExplanation, type CheckoutSession } from './payment-view.ts'

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
  expect(textOf('paid', { status: 'confirmed' })).toMatch(/^Your seats are booked\. We’ve emailed you a confirmation/)
  expect(textOf('paid', { status: 'confirmed', kind: 'vehicle' })).toMatch(/^Your move is booked\./)
  expect(textOf('paid', { status: 'cancelled' })).toBe('This booking has since been cancelled. See My Bookings for your refund.')
  expect(textOf('paid', { status: 'completed', kind: 'vehicle' })).toBe('Your payment has arrived.')
})

it('asks nobody to pay again whose payment is under review', () => {
  expect(textOf('under review')).toContain('don’t need to pay again')
  expect(textOf('under review')).not.toMatch(/you haven’t been charged|try again/)
})

it('offers another try only while there is something to pay', () => {
  expect(textOf('unpaid')).toMatch(/you haven’t been charged\. You can try again in My Bookings while the seats are held\.$/)
  expect(textOf('unpaid', { status: 'approved', kind: 'vehicle' })).toMatch(/while the quote is valid\.$/)
  expect(textOf('unpaid', { status: 'expired' })).toMatch(/you haven’t been charged\. The seats are no longer held\.$/)
  expect(textOf('unpaid', { status: 'expired', kind: 'vehicle' })).toMatch(/The quote can no longer be paid\.$/)
  expect(textOf('unpaid', { status: 'confirmed' })).toMatch(/your booking has been paid another way\.$/)
})

it('says why money goes back', () => {
  expect(textOf('refunded', { status: 'expired' })).toMatch(/^The seats were no longer available\. We’re refunding this payment/)
  expect(textOf('refunded', { status: 'confirmed', isPaidTwice: true })).toMatch(/^You’d already paid for this trip/)
  expect(textOf('refunded', { kind: 'vehicle', status: 'expired' })).toMatch(/^This booking could no longer be made\./)
  const wrong = { isNotAsAgreed: true }
  expect(textOf('refunded', { ...wrong, status: 'expired' })).toMatch(/^This payment was for the wrong amount, so we couldn’t use it/)
  expect(textOf('refunded', { ...wrong, kind: 'vehicle', status: 'approved' })).toMatch(/You can pay your quote again from My Bookings\.$/)
  expect(textOf('refunded', { ...wrong, kind: 'vehicle', status: 'confirmed' })).not.toMatch(/anew/)
})
