import type { SeatsResponse } from '#shared/tours/public.ts'
import { longDay } from '#shared/dates.ts'

/** Returns the text about the seats left on a day: a warning if there are too few for the guests. */
export function seatsMessage(seats: Pick<SeatsResponse, 'date' | 'seatsLeft'>, guests: number): { text: string; isWarning: boolean } {
  const day = longDay(seats.date)
  const { seatsLeft } = seats
  if (seatsLeft <= 0) return { text: `Sold out on ${day}. Please choose another date.`, isWarning: true }
  const left = seatsLeft === 1 ? '1 seat' : `${seatsLeft} seats`
  if (seatsLeft < guests) return { text: `Only ${left} left on ${day}, not enough for ${guests} guests.`, isWarning: true }
  return { text: `${left} left on ${day}`, isWarning: false }
}
