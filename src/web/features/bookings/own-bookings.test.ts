import { expect, it } from 'vitest'
import type { TourBooking } from './booking-view.ts'
import { heldSeatsText, paidOn, paidText } from './own-bookings.tsx'

const NOW = Date.parse('2026-12-01T14:00:00.000Z')
const DAY = '2026-12-12'
const PAID: TourBooking = { id: 'b1', reference: 'M-1', travelDate: DAY, numberOfPeople: 2, status: 'confirmed', holdExpiresAt: null }
const CHECKED: TourBooking = { ...PAID, id: 'b2', reference: 'M-2', numberOfPeople: 1, status: 'pending' }
const HELD: TourBooking = { ...CHECKED, id: 'b3', reference: 'M-3', numberOfPeople: 3, holdExpiresAt: '2026-12-01T14:32:00.000Z' }

const textOn = (bookings: TourBooking[], day = DAY) => paidText(paidOn(bookings, day))

it('shows what is paid for the chosen day, but not other days or seats that are only held', () => {
  expect(textOn([PAID, HELD])).toBe('You already have a paid booking for this day: M-1, 2 guests.')
  expect(textOn([PAID, HELD], '2026-12-13')).toBeUndefined()
  expect(textOn([HELD])).toBeUndefined()
})

it('lists several bookings, and says that a payment is being processed until it has arrived', () => {
  expect(textOn([PAID, CHECKED])).toBe('You already have 2 paid bookings for this day: M-1, 2 guests; M-2, 1 guest.')
  expect(textOn([CHECKED])).toBe('Your payment for this day is being processed: M-2, 1 guest.')
})

it('works without fields that a response lacks', () => {
  expect(textOn([{ id: 'b4', travelDate: `${DAY}T00:00:00.000Z`, status: 'Confirmed' }])).toBe(
    'You already have a paid booking for this day.',
  )
  expect(textOn([{ id: 'b5' }])).toBeUndefined()
})

it('counts the seats still held, over all days, and gives the day if there is only one', () => {
  expect(heldSeatsText([PAID, CHECKED, HELD, { ...HELD, travelDate: '2026-12-20' }], NOW)).toBe('6 seats')
  expect(heldSeatsText([PAID, HELD], NOW)).toBe('3 seats for 12 Dec')
  expect(heldSeatsText([HELD, { id: 'b6', holdExpiresAt: 'soon' }], NOW + 33 * 60_000)).toBeUndefined()
})
