import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { LenientRefund } from '#shared/bookings/public.ts'
import { BookingCard } from './booking-card.tsx'
import {
  statusOf,
  statusText,
  toTourView,
  toVehicleView,
  travelersText,
  type TourBooking,
  type VehicleBooking,
  type BookingView,
  refundText,
} from './booking-view.ts'

const tour: TourBooking = {
  id: 'b1',
  reference: 'MER-1',
  tourPackage: { id: 't1', name: 'Bamboo Mornings', destination: 'Japan' },
  travelDate: '2026-11-21',
  numberOfPeople: 2,
  totalAmount: '2490.50',
  stripeid: 'pi_1',
  status: 'CONFIRMED',
  holdExpiresAt: null,
  refund: null,
}

const vehicle: VehicleBooking = {
  id: 'v1',
  reference: 'MER-2',
  serviceType: { id: 's1', name: 'Cargo Van' },
  pickupDate: '2026-11-21',
  dropoffDate: '2026-11-21',
  price: '1500.50',
  status: 'pending',
  stripeId: null,
  pickupLocation: 'A',
  dropoffLocation: 'B',
  itemDetails: { items: [], floorCount: 0, helpers: 0 },
}

describe('a tour booking', () => {
  it('shows the amount as whole dollars and N/A as duration', () => {
    expect(toTourView(tour)).toMatchObject({
      price: '$2490',
      amount: '$2,490.50',
      duration: 'N/A',
      shortDate: '21 Nov',
      adults: 2,
      children: 0,
    })
  })

  it('is in dollars unless the response names another currency', () => {
    expect(toTourView(tour)).toMatchObject({ price: '$2490', currency: 'usd' })
    expect(toTourView({ ...tour, currency: 'gbp' })).toMatchObject({ price: '£2490', currency: 'gbp' })
  })

  it('counts as confirmed in any letter case, and only then', () => {
    expect(toTourView(tour).isConfirmed).toBe(true)
    expect(toTourView({ ...tour, status: 'pending' }).isConfirmed).toBe(false)
  })

  it('names the destination beside the tour unless the name already does', () => {
    expect(toTourView(tour).subject).toBe('Bamboo Mornings, Japan')
    expect(toTourView({ ...tour, tourPackage: { ...tour.tourPackage, name: 'Japan in Bloom' } }).subject).toBe('Japan in Bloom')
  })

  it('explains a payment that has not confirmed the booking', () => {
    expect(toTourView(tour).paymentText).toBeUndefined()
    const pending = { ...tour, status: 'pending' }
    expect(toTourView({ ...pending, isPaymentUnderReview: true }).paymentText).toContain('don’t need to pay again')
  })

  it('counts its travelers', () => {
    expect(travelersText(toTourView(tour))).toBe('2 travelers')
    expect(travelersText(toTourView({ ...tour, numberOfPeople: 1 }))).toBe('1 traveler')
  })
})

describe('a vehicle booking', () => {
  it('shows rupees with their decimals and the days as duration', () => {
    expect(toVehicleView(vehicle)).toMatchObject({
      price: '₹1500.50',
      amount: '₹1,500.50',
      duration: '21 Nov to 21 Nov',
      title: 'Cargo Van',
    })
    expect(toVehicleView({ ...vehicle, price: '1500.00' }).price).toBe('₹1500')
  })

  it('is in rupees unless the response names another currency', () => {
    expect(toVehicleView(vehicle)).toMatchObject({ price: '₹1500.50', currency: 'inr' })
    expect(toVehicleView({ ...vehicle, currency: 'usd' })).toMatchObject({ price: '$1500.50', currency: 'usd' })
  })

  it('explains a payment that has not confirmed the booking', () => {
    const approved = { ...vehicle, status: 'approved' }
    expect(toVehicleView(approved).paymentText).toBeUndefined()
    expect(toVehicleView({ ...approved, isPaymentUnderReview: true }).paymentText).toContain('don’t need to pay again')
  })

  it('has a name even without a service', () => {
    expect(toVehicleView({ ...vehicle, serviceType: null }).title).toBe('Unknown Service')
  })
})

it('reads a status as a word', () => {
  expect(statusText('CONFIRMED')).toBe('Confirmed')
  expect(statusText('refund_pending')).toBe('Refund pending')
})

it('says that a pending vehicle booking awaits its quote', () => {
  expect(statusOf({ kind: 'vehicle', status: 'pending' })).toBe('Awaiting quote')
  expect(statusOf({ kind: 'tour', status: 'pending' })).toBe('Pending')
})

const textOf = (refund: LenientRefund) => refundText(refund, 'usd')

it('says what a cancelled booking gave back', () => {
  expect(textOf({ amount: '10.00', state: 'succeeded' })).toBe('$10.00 has been refunded to your card.')
  expect(textOf({ amount: '10.00', state: 'pending' })).toBe('$10.00 is on its way back to your card.')
  expect(textOf({ amount: '0.00', state: 'none' })).toBe('No refund was due under the refund policy.')
})

it('says how a dispute at the bank affects a refund', () => {
  const waits = 'Your refund of $10.00 is on hold until your bank settles the dispute.'
  expect(textOf({ amount: '0.00', state: 'blocked', waitingAmount: '10.00' })).toBe(waits)
  expect(textOf({ amount: '10.00', state: 'blocked' })).toBe(waits)
  const lost = 'Your bank has already returned $6.00 to you through the dispute, so we won’t refund it again.'
  expect(textOf({ amount: '4.00', state: 'lost', disputedAmount: '6.00' })).toBe(`$4.00 has been refunded to your card. ${lost}`)
  expect(textOf({ amount: '6.00', state: 'lost' })).toBe(lost)
})

it('does not promise a refund that was settled another way', () => {
  const text = 'Your refund of $10.00 didn’t reach your card, so we paid you another way.'
  expect(textOf({ amount: '0.00', state: 'failed', settledAmount: '10.00' })).toBe(text)
})

it('does not say that a refund is on its way before it is sent', () => {
  expect(textOf({ amount: '10.00', state: 'requested' })).toBe('We’re refunding $10.00 to your card.')
})

it.each(['failed', 'canceled', 'FAILED'])('says that a refund that is %s did not arrive', (state) => {
  const text = 'Your refund of $10.00 didn’t reach your card. We’re looking into it and will email you.'
  expect(textOf({ amount: '0.00', state, failedAmount: '10.00' })).toBe(text)
  // A server that gives one amount only.
  expect(textOf({ amount: '10.00', state })).toBe(text)
})

it('tells returned and failed amounts apart', () => {
  const failed = 'Your refund of $6.00 didn’t reach your card. We’re looking into it and will email you.'
  expect(textOf({ amount: '4.00', state: 'failed', failedAmount: '6.00' })).toBe(`$4.00 has been refunded to your card. ${failed}`)
  expect(textOf({ amount: '4.00', state: 'pending', failedAmount: '6.00' })).toBe(`$4.00 is on its way back to your card. ${failed}`)
})

const common = { id: 'b1', reference: 'M-1', status: 'cancelled', refund: { amount: '10.00', state: 'succeeded' } }
const refundedTour = {
  ...common,
  tourPackage: { id: 't1', name: 'Tokyo', destination: 'Japan' },
  travelDate: '2026-11-21',
  numberOfPeople: 1,
  totalAmount: '10.00',
  stripeid: null,
  holdExpiresAt: null,
}
const refundedVehicle = {
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
  expect(toTourView(refundedTour).refundText).toBe('$10.00 has been refunded to your card.')
  expect(toTourView({ ...refundedTour, currency: 'gbp' }).refundText).toBe('£10.00 has been refunded to your card.')
  expect(toTourView({ ...refundedTour, refund: null }).refundText).toBeUndefined()
  expect(toVehicleView(refundedVehicle).refundText).toBe('₹10.00 has been refunded to your card.')
  expect(toVehicleView({ ...refundedVehicle, currency: 'usd' }).refundText).toBe('$10.00 has been refunded to your card.')
})

it('is on the card', () => {
  const refund = { amount: '0.00', state: 'failed', failedAmount: '10.00' }
  const cardOf = (booking: BookingView) =>
    renderToStaticMarkup(createElement(MemoryRouter, {}, createElement(BookingCard, { booking, onView: () => undefined })))
  expect(cardOf(toTourView({ ...refundedTour, refund }))).toContain(
    '<article aria-labelledby="_R_0_" data-place="b1" class="@container rounded-card bg-paper p-5 shadow-card sm:p-6 print:break-inside-avoid print:border print:border-line print:shadow-none"><div class="grid items-start gap-4 @2xs:grid-cols-[auto_minmax(0,1fr)] @xl:grid-cols-[auto_minmax(0,1fr)_auto_auto] @xl:items-center @xl:gap-x-6"><div class="relative justify-self-start"><p class="flex flex-col items-center rounded-field text-center min-w-18 bg-sand px-3 py-2.5"><span class="font-display font-semibold text-2xl">21</span> <span class="font-semibold text-coral-deep text-sm">Nov</span></p></div><div class="min-w-0"><span class="inline-flex items-center gap-2 text-sm font-semibold whitespace-nowrap text-sun-deep"><span aria-hidden="true" class="size-2.5 rounded-pill print:hidden bg-sun"></span>Cancelled</span><h3 id="_R_0_" class="mt-1 text-xl wrap-anywhere"><a class="underline-offset-4 hover:underline" href="/destination-details/t1" data-discover="true">Tokyo</a></h3><ul class="mt-1 flex flex-wrap gap-x-5 text-sm text-ink-soft"><li>Duration: N/A</li><li>1 traveler</li></ul></div><div class="col-span-full flex flex-wrap items-center justify-between gap-x-6 gap-y-2 @xl:contents"><p class="font-display text-xl font-semibold tabular-nums">$10</p><button aria-describedby="_R_0_" type="button" class="inline-flex items-center justify-center gap-2 rounded-pill font-semibold no-underline text-center select-none transition-[background-color,color,border-color,translate] active:translate-y-px disabled:cursor-not-allowed aria-disabled:cursor-not-allowed border border-ink/30 bg-paper text-ink hover:border-ink hover:bg-sand disabled:border-line disabled:text-ink-soft min-h-10 px-4 text-sm pointer-coarse:min-h-11 min-h-11 px-6 print:hidden"><span class="contents">View</span></button></div></div><p class="mt-4 border-t border-line pt-4 text-sm text-ink-soft">Your refund of $10.00 didn’t reach your card. We’re looking into it and will email you.</p></article>',
  )
  expect(cardOf(toVehicleView({ ...refundedVehicle, refund }))).toContain(
    '<article aria-labelledby="_R_0_" data-place="b1" class="@container rounded-card bg-paper p-5 shadow-card sm:p-6 print:break-inside-avoid print:border print:border-line print:shadow-none"><div class="grid items-start gap-4 @2xs:grid-cols-[auto_minmax(0,1fr)] @xl:grid-cols-[auto_minmax(0,1fr)_auto_auto] @xl:items-center @xl:gap-x-6"><div class="relative justify-self-start"><p class="flex flex-col items-center rounded-field text-center min-w-18 bg-sand px-3 py-2.5"><span class="font-display font-semibold text-2xl">21</span> <span class="font-semibold text-coral-deep text-sm">Nov</span></p></div><div class="min-w-0"><span class="inline-flex items-center gap-2 text-sm font-semibold whitespace-nowrap text-sun-deep"><span aria-hidden="true" class="size-2.5 rounded-pill print:hidden bg-sun"></span>Cancelled</span><h3 id="_R_0_" class="mt-1 text-xl wrap-anywhere">Unknown Service</h3><ul class="mt-1 flex flex-wrap gap-x-5 text-sm text-ink-soft"><li>Duration: 21 Nov to 21 Nov</li></ul></div><div class="col-span-full flex flex-wrap items-center justify-between gap-x-6 gap-y-2 @xl:contents"><p class="font-display text-xl font-semibold tabular-nums">₹10</p><button aria-describedby="_R_0_" type="button" class="inline-flex items-center justify-center gap-2 rounded-pill font-semibold no-underline text-center select-none transition-[background-color,color,border-color,translate] active:translate-y-px disabled:cursor-not-allowed aria-disabled:cursor-not-allowed border border-ink/30 bg-paper text-ink hover:border-ink hover:bg-sand disabled:border-line disabled:text-ink-soft min-h-10 px-4 text-sm pointer-coarse:min-h-11 min-h-11 px-6 print:hidden"><span class="contents">View</span></button></div></div><p class="mt-4 border-t border-line pt-4 text-sm text-ink-soft">Your refund of ₹10.00 didn’t reach your card. We’re looking into it and will email you.</p></article>',
  )
  expect(cardOf(toTourView({ ...refundedTour, refund: null }))).not.toContain('to your card')
})
