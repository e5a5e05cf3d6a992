import { expect, test } from 'vitest'
import { messagesOf } from '#web/lib/form-issues.ts'
import { randomUuid } from '#web/lib/random-key.ts'
import { checkReservation, emptyReservation, NEW, reservationConsequences, type ReservationValues } from './reservation-draft.ts'

const TOUR = {
  id: 'kyoto',
  basePrice: 1090,
  currency: 'usd' as const,
  runs: { kind: 'daily' as const },
  saleEnd: undefined,
  selling: undefined,
}
const TODAY = '2026-11-22'
const CLOCKS = { timeZone: 'Europe/London', now: new Date('2026-11-22T12:00:00Z') }
const FORM = { key: randomUuid(), ...CLOCKS }
const values = (rest: Partial<ReservationValues> = {}): ReservationValues => ({
  ...emptyReservation(CLOCKS, { tourId: 'kyoto', travelDate: '2027-03-01' }),
  who: 'u1',
  guests: '2',
  ...rest,
})

test('a booking is sent at the price that is shown', () => {
  expect(checkReservation(values({ travellers: 'Ada\n\n Grace ' }), TOUR, FORM)).toEqual({
    success: true,
    data: {
      key: FORM.key,
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
  expect(checkReservation(somebodyNew, TOUR, FORM)).toMatchObject({ data: { customer: { name: 'Ada', email: 'ada@example.test' } } })
})

test.each([
  [{ who: '' }, 'who', 'Please choose a customer'],
  [{ who: NEW, name: 'Ada', email: 'ada' }, 'email', 'Please enter a valid email'],
  [{ tourId: '' }, 'tourId', 'Please choose a tour'],
  [{ guests: '0' }, 'guests', 'Select at least 1 guest'],
  [{ guests: '' }, 'guests', 'Please enter the number of guests'],
  [{ travellers: 'Ada\nGrace\nMary' }, 'travellers', 'There are more names than guests'],
  [{ travelDate: '' }, 'travelDate', 'Please choose a valid date'],
  [{ dueOn: '2027-03-02' }, 'dueOn', 'Payment must be due by 23:59 on Mon, 1 Mar 2027, London time'],
  [{ dueOn: '2026-11-21' }, 'dueOn', 'That day has already passed'],
] as const)('%o is refused before it is sent', (rest, field, message) => {
  expect(messagesOf(checkReservation(values(rest), TOUR, FORM))[field]).toBe(message)
})

test('someone new is booked for with a telephone alone, not without any way to reach them', () => {
  const byPhone = values({ who: NEW, name: 'Ada', phone: '07700 900123' })
  expect(checkReservation(byPhone, TOUR, FORM)).toMatchObject({ data: { customer: { name: 'Ada', email: null }, phone: '07700 900123' } })
  expect(reservationConsequences(byPhone, { customer: byPhone, guests: 1, price: undefined, until: undefined }).slice(1, 3)).toEqual([
    'No email will be sent. Next, you’ll see the payment link to scan, copy or print.',
    'They can’t sign in until you add an email address.',
  ])
  const unreached = checkReservation(values({ who: NEW, name: 'Ada' }), TOUR, FORM)
  expect(messagesOf(unreached)).toEqual({ email: 'Please enter an email address or phone number' })
})

test('what will happen is said before', () => {
  const customer = { name: 'Ada', email: 'ada@example.test' }
  const price = { cents: 218_000, currency: 'usd' as const }
  const until = '23:59 on Wed, 25 Nov 2026, London time'
  expect(reservationConsequences(values({ who: NEW }), { customer, guests: 2, price, until })).toEqual([
    'The seats (2 guests) on 1 Mar 2027 will be held until 23:59 on Wed, 25 Nov 2026, London time and released if unpaid.',
    'We’ll email ada@example.test a link to pay $2,180.00 by card.',
    'We’ll create an account for ada@example.test and send a link to set a password.',
    'Nothing is charged now.',
  ])
  expect(
    reservationConsequences(values({ payBy: 'cash' }), { customer: { name: '', email: '' }, guests: 2, price: undefined, until })[1],
  ).toMatch(/^We won’t email the customer\./)
})

test('a walk-in is sent only for a departure that has left and whose day is not over at the place', () => {
  const tour = { ...TOUR, saleEnd: { time: '10:00', daysBefore: 0 as const, timeZone: 'Asia/Tokyo' } }
  const sent = (now: string, rest: Partial<ReservationValues> = { isWalkIn: true }) =>
    checkReservation(values({ travelDate: TODAY, dueOn: TODAY, ...rest }), tour, { ...FORM, now: new Date(now) })
  expect(sent('2026-11-22T12:00:00Z')).toMatchObject({ success: true, data: { isWalkIn: true } })
  for (const body of [sent('2026-11-22T00:59:00Z'), sent('2026-11-22T15:00:00Z'), sent('2026-11-22T12:00:00Z', {})]) {
    expect(body.success && body.data).not.toHaveProperty('isWalkIn')
  }
})
