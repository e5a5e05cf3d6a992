import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { LenientRefund } from '#shared/bookings/public.ts'
import { BookingCard } from './booking-card.tsx'
import { toTourView, toVehicleView, type BookingView } from './booking-view.ts'
import { refundText } from './refund-text.ts'

const told = (refund: LenientRefund) => refundText(refund, 'usd')

it('says what a cancelled booking gave back', () => {
  expect(told({ amount: '10.00', state: 'succeeded' })).toBe('$10.00 has been refunded to your card.')
  expect(told({ amount: '10.00', state: 'pending' })).toBe('$10.00 is on its way back to your card.')
  expect(told({ amount: '0.00', state: 'none' })).toBe('No refund was due under the refund policy.')
})

it('tells what a dispute at the bank makes of a refund', () => {
  const waits = 'The refund of $10.00 waits until the dispute at your bank has ended.'
  expect(told({ amount: '0.00', state: 'blocked', waitingAmount: '10.00' })).toBe(waits)
  expect(told({ amount: '10.00', state: 'blocked' })).toBe(waits)
  const lost = '$6.00 has gone back through your bank’s dispute, so we do not refund it again.'
  expect(told({ amount: '4.00', state: 'lost', disputedAmount: '6.00' })).toBe(`$4.00 has been refunded to your card. ${lost}`)
  expect(told({ amount: '6.00', state: 'lost' })).toBe(lost)
})

it('does not promise what has been settled another way', () => {
  const text = 'The refund of $10.00 did not reach your card; we have settled it with you another way.'
  expect(told({ amount: '0.00', state: 'failed', settledAmount: '10.00' })).toBe(text)
})

it('does not call a refund under way that has still to be sent', () => {
  expect(told({ amount: '10.00', state: 'requested' })).toBe('We are sending $10.00 back to your card.')
})

it.each(['failed', 'canceled', 'FAILED'])('says that a refund that is %s did not arrive', (state) => {
  const text = 'The refund of $10.00 did not reach your card. We are looking into it and will write to you.'
  expect(told({ amount: '0.00', state, failedAmount: '10.00' })).toBe(text)
  // A server that gives one amount only.
  expect(told({ amount: '10.00', state })).toBe(text)
})

it('tells apart what came back and what did not', () => {
  const failed = 'The refund of $6.00 did not reach your card. We are looking into it and will write to you.'
  expect(told({ amount: '4.00', state: 'failed', failedAmount: '6.00' })).toBe(`$4.00 has been refunded to your card. ${failed}`)
  expect(told({ amount: '4.00', state: 'pending', failedAmount: '6.00' })).toBe(`$4.00 is on its way back to your card. ${failed}`)
})

const common = { id: 'b1', reference: 'M-1', status: 'cancelled', refund: { amount: '10.00', state: 'succeeded' } }
const tour = {
  ...common,
  tourPackage: { id: 't1', name: 'Tokyo', destination: 'Japan' },
  travelDate: '2026-11-21',
  numberOfPeople: 1,
  totalAmount: '10.00',
  stripeid: null,
  holdExpiresAt: null,
}
const vehicle = {
  ...common,
  serviceType: null,
  pickupDate: '2026-11-21',
  dropoffDate: '2026-11-21',
  price: '10.00',
  stripeId: null,
  pickupLocation: 'A',
  dropoffLocation: 'B',
  itemDetails: { items: [], floorCount: 0, helpers: 0 },
}

it('is in the currency of the booking', () => {
  expect(toTourView(tour).refundText).toBe('$10.00 has been refunded to your card.')
  expect(toTourView({ ...tour, currency: 'gbp' }).refundText).toBe('£10.00 has been refunded to your card.')
  expect(toTourView({ ...tour, refund: null }).refundText).toBeUndefined()
  expect(toVehicleView(vehicle).refundText).toBe('₹10.00 has been refunded to your card.')
  expect(toVehicleView({ ...vehicle, currency: 'usd' }).refundText).toBe('$10.00 has been refunded to your card.')
})

it('is on the card', () => {
  const refund = { amount: '0.00', state: 'failed', failedAmount: '10.00' }
  const cardOf = (booking: BookingView) =>
    renderToStaticMarkup(createElement(MemoryRouter, {}, createElement(BookingCard, { booking, onView: () => undefined })))
  expect(cardOf(toTourView({ ...tour, refund }))).toContain('The refund of $10.00 did not reach your card.')
  expect(cardOf(toVehicleView({ ...vehicle, refund }))).toContain('The refund of ₹10.00 did not reach your card.')
  expect(cardOf(toTourView({ ...tour, refund: null }))).not.toContain('to your card')
})
