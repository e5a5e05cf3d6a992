import { expect, test } from 'vitest'
import { dueAtOf, dueDayFault, dueDayOf, dueText, latestDueAt } from './due-moments.ts'
import type { SaleEnd } from '#shared/tours/sale-ends.ts'

const clocks = { timeZone: 'Europe/London', now: new Date('2026-06-10T12:00:00Z') }
const KYOTO: SaleEnd = { time: '18:00', daysBefore: 1, timeZone: 'Asia/Tokyo' }
const PERU: SaleEnd = { time: '09:30', daysBefore: 0, timeZone: 'America/Lima' }
const kept = (travelDate: string, saleEnd?: SaleEnd) => ({ travelDate, saleEnd })

test.each([
  ['2026-06-13', kept('2026-06-20'), '23:59 on Sat, 13 Jun 2026, London time'],
  ['2026-06-20', kept('2026-06-20'), '23:59 on Sat, 20 Jun 2026, London time'],
  // When the clocks have gone back.
  ['2026-12-20', kept('2026-12-20'), '23:59 on Sun, 20 Dec 2026, London time'],
  ['2026-06-18', kept('2026-06-20', KYOTO), '23:59 on Thu, 18 Jun 2026, London time'],
  ['2026-06-19', kept('2026-06-20', KYOTO), '10:00 on Fri, 19 Jun 2026, London time'],
  ['2026-06-20', kept('2026-06-20', PERU), '15:30 on Sat, 20 Jun 2026, London time'],
])('what is due by %s is kept until then, or until the sale of its departure ends', (dueOn, departure, text) => {
  const dueAt = dueAtOf(dueOn, departure, clocks)
  expect(dueText(dueAt, clocks.timeZone)).toBe(text)
  expect(dueDayOf(dueAt, clocks.timeZone)).toBe(dueOn)
  expect(dueDayFault(dueOn, departure, clocks)).toBeUndefined()
})

test('no day before today and none after the sale of the departure is one on which it can be paid', () => {
  expect(dueDayFault('2026-06-09', kept('2026-06-20'), clocks)).toBe('That day has already passed')
  expect(dueDayFault('2026-06-21', kept('2026-06-20'), clocks)).toBe('Payment must be due by 23:59 on Sat, 20 Jun 2026, London time')
  expect(dueDayFault('2026-06-20', kept('2026-06-20', KYOTO), clocks)).toBe('Payment must be due by 10:00 on Fri, 19 Jun 2026, London time')
})

test('a walk-in, whose departure is no longer sold, can pay until the day is over at the place', () => {
  const now = new Date('2026-06-20T15:00:00Z')
  expect(latestDueAt(kept('2026-06-20', PERU), { ...clocks, now })).toEqual(new Date('2026-06-21T05:00:00Z'))
  expect(dueText(dueAtOf('2026-06-20', kept('2026-06-20', PERU), { ...clocks, now }), clocks.timeZone)).toBe(
    '23:59 on Sat, 20 Jun 2026, London time',
  )
})

test.each([
  ['America/Argentina/Buenos_Aires', '20:59 on Tue, 1 Dec 2026, Buenos Aires time'],
  ['UTC', '23:59 on Tue, 1 Dec 2026, UTC'],
  ['Etc/UTC', '23:59 on Tue, 1 Dec 2026, UTC'],
])('the clocks of %s are named', (timeZone, text) => {
  expect(dueText(new Date('2026-12-01T23:59:00Z'), timeZone)).toBe(text)
})
