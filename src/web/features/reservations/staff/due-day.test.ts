import { expect, test } from 'vitest'
import { dueDayAfter, dueFault, dueUntil, latestDue, possibleDueDay, usualDueDay } from './due-day.ts'

const TODAY = '2026-11-22'
const CLOCKS = { timeZone: 'Europe/London', now: new Date('2026-11-22T12:00:00Z') }
const SALE_END = { time: '18:00', daysBefore: 1 as const, timeZone: 'Asia/Tokyo' }
const due = (travelDate: string, dueOn: string, saleEnd?: typeof SALE_END) => ({ travelDate, dueOn, saleEnd })

test.each([
  ['', '2026-11-25'],
  ['2026-11-26', '2026-11-25'],
  ['2026-11-24', '2026-11-23'],
  ['2026-11-23', TODAY],
  [TODAY, TODAY],
])('a departure on %s is usually due on %s, which is possible', (travelDate, dueOn) => {
  expect(usualDueDay(due(travelDate, ''), CLOCKS)).toBe(dueOn)
  expect(dueFault(due(travelDate, dueOn), CLOCKS)).toBeUndefined()
})

test('the day on which it is due follows the date of travel, and what staff have chosen stays while it is possible', () => {
  expect(dueDayAfter(due('2026-11-24', '2026-11-25'), '', CLOCKS)).toBe('2026-11-23')
  expect(dueDayAfter(due('2027-03-01', '2026-11-23'), '2026-11-24', CLOCKS)).toBe('2026-11-25')
  expect(dueDayAfter(due('2027-03-01', '2026-12-24'), '2027-02-01', CLOCKS)).toBe('2026-12-24')
  expect(dueDayAfter(due('2026-12-01', '2026-12-24'), '2027-02-01', CLOCKS)).toBe('2026-11-25')
  // While the year is being typed.
  expect(dueDayAfter(due('', '2026-12-24'), '2027-02-01', CLOCKS)).toBe('2026-12-24')
})

test('seats are kept no longer than their departure is sold, and the form says to the hour until when', () => {
  const departure = due('2026-11-25', '2026-11-24', SALE_END)
  expect(latestDue(departure, CLOCKS)).toEqual({ day: '2026-11-24', text: '09:00 on Tue, 24 Nov 2026, London time' })
  expect(dueUntil(departure, CLOCKS)).toBe('09:00 on Tue, 24 Nov 2026, London time')
  expect(dueUntil({ ...departure, dueOn: '2026-11-23' }, CLOCKS)).toBe('23:59 on Mon, 23 Nov 2026, London time')
  expect(dueFault({ ...departure, dueOn: '2026-11-25' }, CLOCKS)).toBe('Payment must be due by 09:00 on Tue, 24 Nov 2026, London time')
  // Its sale ends today in London, tomorrow at the place.
  expect(usualDueDay(due('2026-11-24', '', { ...SALE_END, time: '07:00' }), CLOCKS)).toBe(TODAY)
  // The tour is chosen after the day.
  expect(possibleDueDay(due('2026-11-25', '2026-11-25', SALE_END), CLOCKS)).toBe('2026-11-24')
})

test('a day to pay that cannot be is replaced: by the clocks of the agency, and in a form that was kept since yesterday', () => {
  expect(possibleDueDay(due('2027-03-01', '2026-11-21'), CLOCKS)).toBe('2026-11-25')
  expect(possibleDueDay(due('', ''), CLOCKS)).toBe('2026-11-25')
  expect(possibleDueDay(due('2027-03-01', '2027-02-01'), CLOCKS)).toBe('2027-02-01')
  // A walk-in where it is still yesterday.
  const night = { ...CLOCKS, now: new Date('2026-11-22T02:00:00Z') }
  const inPeru = { time: '09:30', daysBefore: 0 as const, timeZone: 'America/Lima' }
  expect(possibleDueDay({ travelDate: '2026-11-21', dueOn: '', saleEnd: inPeru }, night)).toBe(TODAY)
  expect(dueUntil({ travelDate: '2026-11-21', dueOn: TODAY, saleEnd: inPeru }, night)).toBe('05:00 on Sun, 22 Nov 2026, London time')
})
