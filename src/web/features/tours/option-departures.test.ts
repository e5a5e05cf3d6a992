import { expect, test } from 'vitest'
import type { SellingOption } from '#shared/tours/offers/selling-schema.ts'
import { SELLING } from '../../../../tests/support/selling.ts'
import { bookableDays, saleOn } from './day-offers.tsx'
import { dayOffOfOptions, firstDayOf, leftAtOf, soldOf } from './option-departures.ts'

const SOLD = soldOf({}, SELLING)
const [english, german, boat] = SELLING.options as [SellingOption, SellingOption, SellingOption]
/** A Thursday; 11:00 at the place, so that both times of the bus are over. */
const TODAY = '2026-11-26'
const NOW = new Date('2026-11-26T03:00:00Z')
const CLOCK = { today: TODAY, now: NOW }
const onSaturdays: SellingOption = { ...german, runs: { kind: 'weekdays', weekdays: [6] } }

test('a day is off where no option runs or all have left, and the next one is offered', () => {
  expect(dayOffOfOptions(SOLD, [english], TODAY, CLOCK)).toEqual({
    text: 'Bookings for 26 Nov 2026 have closed. The next one is on 27 Nov 2026.',
    next: '2026-11-27',
  })
  expect(dayOffOfOptions(SOLD, [english], TODAY, { ...CLOCK, next: '2026-11-29' })?.next).toBe('2026-11-29')
  expect(dayOffOfOptions(SOLD, [english, boat], TODAY, CLOCK)).toBeUndefined()
  expect(dayOffOfOptions(SOLD, [onSaturdays], '2026-11-27', CLOCK)?.text).toBe(
    'No departure on 27 Nov 2026. The next one is on 28 Nov 2026.',
  )
  expect(dayOffOfOptions(SOLD, [onSaturdays, english], '2026-11-27', CLOCK)).toBeUndefined()
  const over: SellingOption = { ...english, runs: { kind: 'dates', dates: ['2026-11-01'] } }
  expect(dayOffOfOptions(SOLD, [over], '2026-11-27', CLOCK)?.next).toBeUndefined()
})

test('a cut-off moves the first day to book', () => {
  expect(firstDayOf(SOLD, boat, TODAY, NOW)).toBe(TODAY)
  expect(firstDayOf(SOLD, english, TODAY, NOW)).toBe('2026-11-27')
  expect(firstDayOf(SOLD, { ...english, cutoff: { daysBefore: 3, time: '10:00' } }, TODAY, NOW)).toBe('2026-11-30')
})

test('what is left at a time is known from the server, and the clock closes it', () => {
  const times = [{ time: '03:00', seatsLeft: 2 }]
  expect(leftAtOf(SOLD, english, '03:00', '2026-11-27', { now: NOW, times })).toEqual({ seatsLeft: 2, hasLeft: false })
  expect(leftAtOf(SOLD, english, '09:00', '2026-11-27', { now: NOW, times })).toEqual({ seatsLeft: undefined, hasLeft: false })
  expect(leftAtOf(SOLD, english, '09:00', TODAY, { now: NOW, times }).hasLeft).toBe(true)
  expect(leftAtOf(SOLD, english, '09:00', 'no such day', { now: NOW, times: undefined }).hasLeft).toBe(false)
})

test('the calendar says the lowest price of what can be booked, and the seats', () => {
  const day = '2026-11-28'
  const option = (id: string, first = TODAY) => ({ id, runs: { kind: 'daily' as const }, capacity: 10, seatsNeeded: 3, first })
  const sale = {
    options: [option('english'), option('boat')],
    party: '',
    priceOn: (ids: readonly string[]) => ({ cents: ids.includes('english') ? 13_050 : 20_000, currency: 'usd' as const }),
  }
  const on = (one: number, other: number) =>
    saleOn(day, sale, { seats: [[{ date: day, seatsLeft: one }], [{ date: day, seatsLeft: other }]], today: TODAY, last: '2028-11-26' })
  expect(on(4, 8)).toMatchObject({ canBook: true, seatsLeft: 8, text: 'from $130.50 for your group, 8 seats left' })
  expect(on(2, 8)).toMatchObject({ canBook: true, seatsLeft: 8, price: { cents: 20_000 }, text: '$200 for your group, 8 seats left' })
  expect(on(2, 1)).toMatchObject({ canBook: false, text: '2 seats left, not enough for 3 guests' })
  expect(on(2, 1)).not.toHaveProperty('price')
  expect(on(0, 0).text).toBe('sold out')
  const seats = [
    [
      { date: '2026-11-29', seatsLeft: 9 },
      { date: day, seatsLeft: 2 },
    ],
    [{ date: day, seatsLeft: 2 }],
  ]
  expect(bookableDays(sale, { seats, today: TODAY, last: '2028-11-26' })).toEqual([
    { date: '2026-11-29', seatsLeft: 9, price: { cents: 13_050, currency: 'usd' } },
  ])
})
