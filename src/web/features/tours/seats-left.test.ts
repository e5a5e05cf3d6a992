import { expect, it } from 'vitest'
import { seatsMessage } from './seats-left.ts'

const seats = (seatsLeft: number) => ({ date: '2026-11-21', seatsLeft, maxPeople: 12 })

it('says quietly how many seats are left', () => {
  expect(seatsMessage(seats(12), 2)).toEqual({ text: '12 seats left on 21 Nov 2026', isWarning: false })
  expect(seatsMessage(seats(1), 1)).toEqual({ text: '1 seat left on 21 Nov 2026', isWarning: false })
})

it('warns when there are too few seats', () => {
  expect(seatsMessage(seats(3), 4)).toEqual({ text: 'Only 3 seats left on 21 Nov 2026, not enough for 4 guests.', isWarning: true })
})

it('warns when the day is sold out, even before any guest is chosen', () => {
  expect(seatsMessage(seats(0), 0).text).toBe('Sold out on 21 Nov 2026. Please choose another date.')
})
