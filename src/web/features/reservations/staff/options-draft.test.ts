import { expect, test } from 'vitest'
import { messagesOf } from '#web/lib/form-issues.ts'
import { randomUuid } from '#web/lib/random-key.ts'
import { SELLING } from '../../../../../tests/support/selling.ts'
import { askedWithCode, NO_OPTIONS, takesWalkIn, type Known } from './options-draft.ts'
import { checkReservation, emptyReservation, type ReservationValues } from './reservation-draft.ts'

const TOUR = { id: 'bali', basePrice: 50, currency: 'usd' as const, runs: { kind: 'daily' as const }, saleEnd: undefined, selling: SELLING }
const CLOCKS = { timeZone: 'Europe/London', now: new Date('2026-11-22T12:00:00Z') }
const values = (rest: Partial<ReservationValues> = {}): ReservationValues => ({
  ...emptyReservation(CLOCKS, { tourId: 'bali', travelDate: '2027-03-01' }),
  who: 'u1',
  ...rest,
})
const FAMILY = { optionId: 'english', startTime: '09:00', units: { adult: 2, child: 1 }, extras: { bike: 3 }, pickupId: 'ubud' }
const check = (rest: Partial<ReservationValues>, known?: Partial<Known>, now = CLOCKS.now) => {
  const read = { left: undefined, codedCents: undefined, codeError: undefined, ...known }
  return checkReservation(values(rest), TOUR, { ...CLOCKS, now, key: randomUuid(), known: read })
}

test('a choice is sent as it is shown: its people, units, extras, pickup and total, and no guests that were typed before', () => {
  expect(check({ ...FAMILY, guests: '', travellers: 'Ada\nBo\nCy' })).toMatchObject({
    success: true,
    data: { ...FAMILY, totalGuests: 3, totalCents: 16_000, travellers: ['Ada', 'Bo', 'Cy'] },
  })
  const checked = check({ ...FAMILY, extras: {}, pickupId: '' })
  expect(checked.success && Object.keys(checked.data)).not.toContain('pickupId')
  expect(check({ ...FAMILY, travelDate: '2027-03-01' }, { left: { bike: 1 } })).toMatchObject({
    data: { extras: { bike: 1 }, totalCents: 14_000 },
  })
})

test('guests who were counted before the tour was chosen begin as its adults', () => {
  expect(check({ optionId: 'boat', guests: '3' })).toMatchObject({ data: { units: { adult: 3 }, totalGuests: 3, totalCents: 15_000 } })
  expect(check({ optionId: 'boat', guests: 'x' })).toMatchObject({ data: { units: { adult: 1 } } })
})

test.each([
  [{}, 'optionId', 'Please choose one of the options'],
  [{ ...FAMILY, startTime: '' }, 'startTime', 'Please choose a start time'],
  [{ ...FAMILY, startTime: '04:00' }, 'startTime', 'Please choose a start time'],
  [{ ...FAMILY, units: { adult: 0 } }, 'units', 'Select at least 1 guest'],
  [{ ...FAMILY, units: { infant: 1 } }, 'units', 'infant can only travel together with adult'],
  [{ ...FAMILY, travellers: 'Ada\nBo\nCy\nDi' }, 'travellers', 'There are more names than guests'],
  [{ ...FAMILY, code: 'WELCOME10' }, 'code', 'Please check the total with this code first'],
] as const)('%o is refused before it is sent', (rest, field, message) => {
  expect(messagesOf(check(rest as Partial<ReservationValues>))[field]).toBe(message)
})

test('a code is sent with the total that the server said, and not at all while it is unknown or refused', () => {
  const coded = { ...FAMILY, code: 'WELCOME10' }
  expect(check(coded, { codedCents: 14_400 })).toMatchObject({ data: { code: 'WELCOME10', totalCents: 14_400 } })
  expect(messagesOf(check(coded, { codeError: 'We don’t recognise this code.' }))).toEqual({ code: 'We don’t recognise this code.' })
})

test('a code is looked up for a choice that can be had on a day, whether or not its start time is chosen', () => {
  const asked = (rest: Partial<ReservationValues>) =>
    askedWithCode(TOUR, values({ ...FAMILY, code: 'WELCOME10', ...rest }), undefined, CLOCKS.now)
  expect(asked({ startTime: '' })).toEqual({
    tourId: 'bali',
    date: '2027-03-01',
    optionId: 'english',
    startTime: '03:00',
    units: { adult: 2, child: 1 },
    extras: { bike: 3 },
    code: 'WELCOME10',
  })
  expect(asked({})).toMatchObject({ startTime: '09:00' })
  for (const rest of [{ code: '' }, { travelDate: '' }, { units: { infant: 1 } }, NO_OPTIONS]) expect(asked(rest)).toBeUndefined()
})

test('a walk-in takes the start time that has left, while its day is not over at the place', () => {
  // In Makassar it is 05:00 on 23 November.
  const now = new Date('2026-11-22T21:00:00Z')
  const at = (rest: Partial<ReservationValues>) => takesWalkIn(TOUR, values({ ...FAMILY, travelDate: '2026-11-23', ...rest }), now)
  expect(at({ startTime: '03:00' })).toBe(true)
  expect([at({}), at({ startTime: '' }), at({ optionId: '' }), at({ startTime: '03:00', travelDate: '2026-11-22' })]).toEqual(
    Array(4).fill(false),
  )
  const sent = { ...FAMILY, startTime: '03:00', travelDate: '2026-11-23', dueOn: '2026-11-22', isWalkIn: true }
  expect(check(sent, {}, now)).toMatchObject({ success: true, data: { isWalkIn: true } })
  expect(check({ ...sent, startTime: '09:00' }, {}, now)).not.toHaveProperty('data.isWalkIn')
})
