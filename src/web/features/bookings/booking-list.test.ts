import { expect, it } from 'vitest'
import { inTime } from './booking-list.tsx'
import type { BookingTime } from './booking-view.ts'

const TODAY = '2026-11-22'
const at = (day: string | undefined, status = 'confirmed') => ({ day, status })
const inOrder = (bookings: BookingTime[]) => {
  const { upcoming, past } = inTime(
    bookings,
    (booking) => booking,
    () => TODAY,
  )
  return [upcoming.map(({ day }) => day), past.map(({ day }) => day)]
}

it('sorts upcoming bookings soonest first, and past ones latest first', () => {
  expect(inOrder([at('2027-01-02'), at('2026-01-02'), at('2026-12-24'), at('2026-11-21'), at(TODAY)])).toEqual([
    [TODAY, '2026-12-24', '2027-01-02'],
    ['2026-11-21', '2026-01-02'],
  ])
})

it('counts unfinished bookings as upcoming and cancelled ones as past, whatever the day', () => {
  const statuses = ['pending', 'Approved', 'cancelled', 'completed', 'declined', 'withdrawn', 'expired', 'unknown']
  const { upcoming, past } = inTime(
    [at('2025-01-01', 'PENDING'), ...statuses.map((status) => at('2030-01-01', status))],
    (each) => each,
    () => TODAY,
  )
  expect(upcoming.map(({ status }) => status)).toEqual(['PENDING', 'pending', 'Approved'])
  expect(past.map(({ status }) => status)).toEqual(['cancelled', 'completed', 'declined', 'withdrawn', 'expired', 'unknown'])
})

it('puts a confirmed booking without a day last among the upcoming ones, and keeps the order within a day', () => {
  expect(inOrder([at(undefined), at('2027-01-02')])).toEqual([['2027-01-02', undefined], []])
  const [one, other] = [at('2027-01-02'), at('2027-01-02')]
  expect(
    inTime(
      [one, other],
      (each) => each,
      () => TODAY,
    ).upcoming[0],
  ).toBe(one)
})

it('counts the days of a booking in its own time zone, whatever the visitor’s clock says', () => {
  const today = (timeZone: string | undefined) => (timeZone === 'Asia/Tokyo' ? '2026-11-24' : '2026-11-23')
  const day = '2026-11-23'
  const [kyoto, london] = [{ ...at(day), timeZone: 'Asia/Tokyo' }, at(day)]
  expect(inTime([kyoto, london], (each) => each, today)).toEqual({ upcoming: [london], past: [kyoto] })
})
