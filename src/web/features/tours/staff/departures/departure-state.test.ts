import { expect, test } from 'vitest'
import type { StaffDeparture } from '#shared/tours/departures.ts'
import { stateOf } from './departure-state.tsx'

const TODAY = '2026-11-22'
const DEPARTURE: StaffDeparture = {
  id: '2027-03-01:kyoto',
  tour: { id: 'kyoto', name: 'Kyoto' },
  date: '2027-03-01',
  capacity: 10,
  sold: 2,
  held: 0,
  left: 8,
  isOnSale: true,
  isBlocked: false,
  hasOwnCapacity: false,
  cancelledAt: null,
}

test.each([
  [{}, 'open'],
  [{ left: 0 }, 'full'],
  [{ isOnSale: false, left: 0 }, 'off'],
  [{ isOnSale: false, isBlocked: true, left: 0 }, 'off'],
  [{ isBlocked: true, left: 0 }, 'blocked'],
  [{ hasLeft: true, left: 0 }, 'ended'],
  [{ isOnSale: false, date: '2026-11-21' }, 'departed'],
  [{ isOnSale: false, cancelledAt: '2026-11-20T10:00:00.000Z' }, 'cancelled'],
] as const)('a departure with %o is %s', (rest, state) => {
  expect(stateOf({ ...DEPARTURE, ...rest }, TODAY)).toBe(state)
})
