import { expect, test } from 'vitest'
import { messagesOf } from '#web/lib/form-issues.ts'
import { randomUuid } from '#web/lib/random-key.ts'
import { checkReservation, emptyReservation, NEW, reservationConsequences, type ReservationValues } from './reservation-draft.ts'

const TOUR = { basePrice: 1090, currency: 'usd' as const }
const KEY = randomUuid()
const values = (rest: Partial<ReservationValues> = {}): ReservationValues => ({
  ...emptyReservation('2026-11-22', { tourId: 'kyoto', travelDate: '2027-03-01' }),
  who: 'u1',
  guests: '2',
  ...rest,
})

test('a booking is sent at the price that is shown', () => {
  expect(checkReservation(values({ travellers: 'Ada\n\n Grace ' }), TOUR, KEY)).toEqual({
    success: true,
    data: {
      key: KEY,
      customer: { id: 'u1' },
      tourId: 'kyoto',
      travelDate: '2027-03-01',
      totalGuests: 2,
      travellers: ['Ada', 'Grace'],
      totalCents: 218_000,
      payBy: 'link',
      dueOn: '2026-11-25',
    },
  })
  const somebodyNew = values({ who: NEW, name: 'Ada', email: 'ada@example.test' })
  expect(checkReservation(somebodyNew, TOUR, KEY)).toMatchObject({ data: { customer: { name: 'Ada', email: 'ada@example.test' } } })
})

test.each([
  [{ who: '' }, 'who', 'Please choose who travels'],
  [{ who: NEW, name: 'Ada', email: 'ada' }, 'email', 'Please enter a valid email'],
  [{ tourId: '' }, 'tourId', 'Please choose a tour'],
  [{ guests: '0' }, 'guests', 'Select at least 1 guest'],
  [{ guests: '' }, 'guests', 'Please say how many travel'],
  [{ travellers: 'Ada\nGrace\nMary' }, 'travellers', 'These are more names than guests'],
  [{ travelDate: '' }, 'travelDate', 'Please choose a valid date'],
  [{ dueOn: '2027-03-02' }, 'dueOn', 'It must be paid by the day of departure'],
] as const)('%o is refused before it is sent', (rest, field, message) => {
  expect(messagesOf(checkReservation(values(rest), TOUR, KEY))[field]).toBe(message)
})

test('what will happen is said before', () => {
  const customer = { name: 'Ada', email: 'ada@example.test' }
  const price = { cents: 218_000, currency: 'usd' as const }
  expect(reservationConsequences(values({ who: NEW }), customer, price)).toEqual([
    'The places of 2 guests on 1 Mar 2027 are kept until the end of 25 Nov 2026; unpaid, they are free again after that.',
    'ada@example.test gets an email with a link to pay $2,180.00 by card.',
    'ada@example.test gets an account, and an email with a link that sets its password.',
    'No money moves now.',
  ])
  expect(reservationConsequences(values({ payBy: 'cash' }), { name: '', email: '' }, undefined)[1]).toMatch(/^The customer gets no email/)
})

test('a departure that is soon is due by then', () => {
  expect(emptyReservation('2026-11-22', { travelDate: '2026-11-23' }).dueOn).toBe('2026-11-23')
})
