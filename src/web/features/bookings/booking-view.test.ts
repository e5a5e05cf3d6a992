import { describe, expect, it } from 'vitest'
import { statusOf, statusText, toTourView, toVehicleView, travelersText, type TourBooking, type VehicleBooking } from './booking-view.ts'

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
