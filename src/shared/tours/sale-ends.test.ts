import { expect, test } from 'vitest'
import { calculateRefund } from '#shared/refunds/policies.ts'
import { dayIn } from '#shared/dates.ts'
import { firstDayOnSale, hasLeft, isPaidInTime, saleEndedText, saleEndsAt, saleEndText, takesWalkIns, type SaleEnd } from './sale-ends.ts'

const KYOTO: SaleEnd = { time: '10:00', daysBefore: 0, timeZone: 'Asia/Tokyo' }
const at = (text: string) => new Date(text)

test('a start in Kyoto is over while it is night in London, and not a second earlier', () => {
  expect(saleEndsAt(KYOTO, '2026-11-23')).toEqual(at('2026-11-23T01:00:00Z'))
  expect(hasLeft(KYOTO, '2026-11-23', at('2026-11-23T00:59:59Z'))).toBe(false)
  expect(hasLeft(KYOTO, '2026-11-23', at('2026-11-23T01:00:00Z'))).toBe(true)
  // 04:50 of the 24th in Tokyo is the evening of the 23rd in London.
  expect(hasLeft(KYOTO, '2026-11-23', at('2026-11-23T19:50:00Z'))).toBe(true)
  expect(firstDayOnSale(KYOTO, '2026-11-23', at('2026-11-23T19:50:00Z'))).toBe('2026-11-24')
})

test('without an end of its own no departure leaves, whatever the time, and today is as it was', () => {
  for (const none of [undefined, null]) {
    expect(hasLeft(none, '2020-01-01', at('2026-11-23T19:50:00Z'))).toBe(false)
    expect(firstDayOnSale(none, '2026-11-23', at('2026-11-23T19:50:00Z'))).toBe('2026-11-23')
  }
})

test('west of London a departure is still sold when the agency has begun the next day', () => {
  const evening: SaleEnd = { time: '21:00', daysBefore: 0, timeZone: 'America/Los_Angeles' }
  expect(firstDayOnSale(evening, '2026-11-24', at('2026-11-24T03:00:00Z'))).toBe('2026-11-23')
  expect(firstDayOnSale(evening, '2026-11-24', at('2026-11-24T05:00:00Z'))).toBe('2026-11-24')
})

test('an end on the day before closes the departures of today and, once past, of tomorrow', () => {
  const before: SaleEnd = { time: '18:00', daysBefore: 1, timeZone: 'Europe/Paris' }
  expect(saleEndsAt(before, '2026-03-01')).toEqual(at('2026-02-28T17:00:00Z'))
  expect(firstDayOnSale(before, '2026-06-10', at('2026-06-10T15:59:59Z'))).toBe('2026-06-11')
  expect(firstDayOnSale(before, '2026-06-10', at('2026-06-10T16:00:00Z'))).toBe('2026-06-12')
})

test('at midnight the day of the place counts: its first minute, and its last', () => {
  const first: SaleEnd = { time: '00:00', daysBefore: 0, timeZone: 'Asia/Tokyo' }
  expect(firstDayOnSale(first, '', at('2026-11-23T14:59:59Z'))).toBe('2026-11-24')
  expect(firstDayOnSale(first, '', at('2026-11-23T15:00:00Z'))).toBe('2026-11-25')
  const last: SaleEnd = { ...first, time: '23:59' }
  expect(firstDayOnSale(last, '', at('2026-11-23T14:58:59Z'))).toBe('2026-11-23')
  expect(firstDayOnSale(last, '', at('2026-11-23T14:59:00Z'))).toBe('2026-11-24')
})

test('at both ends of the world, twenty-six hours apart', () => {
  const now = at('2026-11-23T11:30:00Z')
  expect(firstDayOnSale({ time: '12:00', daysBefore: 0, timeZone: 'Pacific/Kiritimati' }, '', now)).toBe('2026-11-24')
  expect(firstDayOnSale({ time: '23:45', daysBefore: 0, timeZone: 'Etc/GMT+12' }, '', now)).toBe('2026-11-22')
  expect(hasLeft({ time: '01:30', daysBefore: 0, timeZone: 'Pacific/Kiritimati' }, '2026-11-24', now)).toBe(true)
})

test('in spring a time that does not exist closes an hour later; in autumn the first of two closes, for good', () => {
  const paris: SaleEnd = { time: '02:30', daysBefore: 0, timeZone: 'Europe/Paris' }
  expect(saleEndsAt(paris, '2026-03-29')).toEqual(at('2026-03-29T01:30:00Z'))
  expect(saleEndsAt(paris, '2026-10-25')).toEqual(at('2026-10-25T00:30:00Z'))
  // 02:10 for the second time.
  expect(hasLeft(paris, '2026-10-25', at('2026-10-25T01:10:00Z'))).toBe(true)
  // Clocks that change by half an hour.
  const island: SaleEnd = { time: '01:45', daysBefore: 0, timeZone: 'Australia/Lord_Howe' }
  expect(saleEndsAt(island, '2026-04-05')).toEqual(at('2026-04-04T14:45:00Z'))
  expect(saleEndsAt({ ...paris, daysBefore: 1 }, '2026-03-30')).toEqual(at('2026-03-29T01:30:00Z'))
})

test('days until travel are those of the place: a week from London is six days from Tokyo', () => {
  const policy = { fullRefundDays: 7, partialRefundDays: 0, partialRefundPercentage: 0 }
  const now = at('2026-11-23T19:50:00Z')
  expect(calculateRefund(policy, 100, '2026-11-30', dayIn('Europe/London', now))).toMatchObject({ daysLeft: 7, refundCents: 100 })
  expect(calculateRefund(policy, 100, '2026-11-30', dayIn(KYOTO.timeZone, now))).toMatchObject({ daysLeft: 6, refundCents: 0 })
})

test('a payment comes in time until the day is over where it counts, or while a hold from before the end lasts', () => {
  const HOLD_MS = 35 * 60_000
  const sale = { startsOn: '2026-11-23', timeZone: 'Asia/Tokyo', saleEndsAt: at('2026-11-23T14:50:00Z') }
  const isInTime = (moment: string, of: Parameters<typeof isPaidInTime>[0] = sale) => isPaidInTime(of, 'Europe/London', at(moment), HOLD_MS)
  expect(isInTime('2026-11-23T14:59:59Z')).toBe(true)
  expect(isInTime('2026-11-23T15:24:59Z')).toBe(true)
  expect(isInTime('2026-11-23T15:25:00Z')).toBe(false)
  expect(isInTime('2026-11-23T15:00:00Z', { ...sale, saleEndsAt: null })).toBe(false)
  const byAgency = { startsOn: '2026-11-23', timeZone: null, saleEndsAt: null }
  expect([isInTime('2026-11-23T23:59:59Z', byAgency), isInTime('2026-11-24T00:00:00Z', byAgency)]).toEqual([true, false])
})

test('the words name the place, not the zone', () => {
  expect(saleEndText(KYOTO, 'Kyoto, Japan')).toBe('Book until 10:00 on the day, Kyoto time')
  expect(saleEndText({ ...KYOTO, daysBefore: 1 }, '')).toBe('Book until 10:00 the day before, local time')
  expect(saleEndedText({ ...KYOTO, daysBefore: 1 }, 'Kyoto, Japan', '2026-11-23', '2026-11-25')).toBe(
    'You can no longer book this departure: bookings closed at 10:00 on 22 Nov 2026, Kyoto time. The next one you can book is on 25 Nov 2026.',
  )
  expect(saleEndedText(KYOTO, 'Kyoto, Japan', '2026-11-23', undefined)).toContain('No other departures can be booked at the moment.')
})

test('a walk-in is booked on the day itself, from the end of the sale until that day is over there, and never where nothing ends the sale', () => {
  const on = (now: string, saleEnd: SaleEnd | null = KYOTO) => takesWalkIns(saleEnd, '2026-11-23', at(now))
  expect([on('2026-11-23T00:59:59Z'), on('2026-11-23T01:00:00Z')]).toEqual([false, true])
  expect([on('2026-11-23T14:59:59Z'), on('2026-11-23T15:00:00Z')]).toEqual([true, false])
  expect(on('2026-11-22T12:00:00Z', { ...KYOTO, daysBefore: 1 })).toBe(false)
  expect(takesWalkIns(KYOTO, '', at('2026-11-23T12:00:00Z'))).toBe(false)
  expect(on('2026-11-23T12:00:00Z', null)).toBe(false)
})
