import { expect, test } from 'vitest'
import { nameOfPage, reasonToSignIn } from './page-names.ts'

test('a search is named by its words, other pages by what they are', () => {
  expect(nameOfPage('/destinations?search=kyoto%20tea&guests=2')).toBe('tours for “kyoto tea”')
  expect(nameOfPage('/destinations?guests=2')).toBe('the destinations')
  expect(nameOfPage('/destination-details/x?search=y')).toBe('the tour you chose')
  expect(nameOfPage('/nowhere')).toBe('the page you asked for')
})

test('the reason says what comes after', () => {
  expect(reasonToSignIn('Log in', '/destinations?search=kyoto')).toBe('Log in to see tours for “kyoto”.')
  expect(reasonToSignIn('Log in', '/success?session_id=x'), 'to be seen, not to be made').toBe('Log in to continue to your payment result.')
  expect(reasonToSignIn('Sign up', '/bookings')).toBe('Sign up to continue to your bookings.')
})
