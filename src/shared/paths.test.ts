import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as accountCalls from '#shared/accounts/calls.ts'
import * as bookingCalls from './bookings/calls.ts'
import { cancelOwnBooking } from './cancellations/calls.ts'
import { pathOf } from './contract.ts'
import { pageHref, pages } from './pages.ts'
import { getCheckoutSession } from './payments/calls.ts'
import { createCheckout } from './payments/checkout-calls.ts'
import { getTour } from './tours/calls.ts'
import { listTours } from './tours/search-calls.ts'

test('the calls of specification §7 are at exactly its paths', () => {
  expect([accountCalls.logIn.path, accountCalls.signUp.path, accountCalls.refreshToken.path, accountCalls.logOut.path]).toEqual([
    '/auth/login',
    '/auth/signup',
    '/auth/refresh-token',
    '/auth/logout',
  ])
  expect(listTours.path).toBe('/tours/view_all')
  expect(pathOf(getTour, { id: '7' })).toBe('/tours/view_by_id/7')
  expect(createCheckout.path).toBe('/create-checkout-session')
  expect(pathOf(getCheckoutSession, { id: 'cs_1' })).toBe('/checkout-session/cs_1')
  expect(bookingCalls.listTourBookings.path).toBe('/tours/my_bookings')
  expect(bookingCalls.listVehicleBookings.path).toBe('/vehicles/view_all_bookings')
  expect(cancelOwnBooking.path).toBe('/refund/create')
})

test('the pages of specification §2 are at exactly its routes', () => {
  expect(pages).toMatchObject({
    home: '/',
    login: '/login',
    signup: '/signup',
    destinations: '/destinations',
    vehiclePrice: '/vehicle-price',
    bookings: '/bookings',
    success: '/success',
    profile: '/profile',
  })
  expect(pages.destinationDetails('7')).toBe('/destination-details/7')
  expect(pageHref(pages.bookings)).toBe('/#/bookings')
})

test('the pattern of a route is its path for the id :id', () => {
  expect(pages.destinationDetails(':id')).toBe('/destination-details/:id')
})

test('an id cannot escape its segment of the path, whatever it holds (ASVS 1.2.2)', () => {
  const anyId = fc.string({ unit: 'grapheme' }).filter((id) => !id.startsWith(':'))
  fc.assert(
    fc.property(anyId, (id) => {
      const [, , part = '', ...more] = pathOf(getCheckoutSession, { id }).split('/')
      expect(more).toEqual([])
      expect(part).not.toMatch(/[?#\s]/)
      expect(decodeURIComponent(part)).toBe(id)
    }),
  )
})
