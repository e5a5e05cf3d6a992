import { expect, test, vi } from 'vitest'
import type { Day } from '#shared/dates.ts'
import { findNextDepartures } from './next-departures.tsx'

const TODAY = '2026-11-22'
const day = (date: Day, seatsLeft: number) => ({ date, seatsLeft })
const SEATS: Record<string, ReturnType<typeof day>[]> = {
  '2026-11': [day('2026-11-21', 12), day('2026-11-22', 12), day('2026-11-23', 1), day('2026-11-24', 3)],
  '2026-12': [day('2026-12-01', 0), day('2026-12-02', 2), day('2026-12-03', 2), day('2026-12-04', 2)],
}
const answering = () => vi.fn(async (month: string) => SEATS[month] ?? [])
const datesOf = (found: { date: Day }[]) => found.map(({ date }) => date)

test('the next four days with room for the group are found, over the end of a month', async () => {
  expect(datesOf(await findNextDepartures(undefined, TODAY, 2, answering()))).toEqual([
    '2026-11-22',
    '2026-11-24',
    '2026-12-02',
    '2026-12-03',
  ])
  expect(datesOf(await findNextDepartures(undefined, TODAY, 0, answering()))).toEqual([
    '2026-11-22',
    '2026-11-23',
    '2026-11-24',
    '2026-12-02',
  ])
})

test('no more months are asked for than it takes, and half a year at most', async () => {
  const [few, all] = [answering(), answering()]
  await findNextDepartures(undefined, TODAY, 1, few)
  expect(few.mock.calls).toEqual([['2026-11'], ['2026-12']])
  await findNextDepartures(undefined, TODAY, 9, all)
  expect(all).toHaveBeenCalledTimes(6)
})

test('of listed dates only their months are asked for', async () => {
  const seatsIn = answering()
  const dates = ['2026-11-01', '2026-12-02', '2027-03-05', '2028-05-01']
  expect(await findNextDepartures({ kind: 'dates', dates }, TODAY, 1, seatsIn)).toHaveLength(3)
  expect(seatsIn.mock.calls).toEqual([['2026-12'], ['2027-03'], ['2028-05']])
})
