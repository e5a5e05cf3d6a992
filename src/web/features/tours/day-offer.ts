import type { Day } from '#shared/dates.ts'
import type { Money } from '#shared/money.ts'
import type { DaySeats } from '#shared/tours/month-seats.ts'
import { runsOn } from '#shared/run-days.ts'
import { runDaysOf, type TourRuns } from '#shared/tours/runs.ts'

/** At this many seats or fewer a day is marked as nearly gone, unless the group is that small and nobody has booked yet. */
const FEW = 6

export interface DayOffer {
  canBook: boolean
  /** Undefined if the number is unknown or no seat could be booked anyway. */
  seatsLeft: number | undefined
  isNearlyGone: boolean
  /** Whether the tour runs that day but is no longer sold. */
  hasLeft?: true
  /** For the party, if prices differ by day. */
  price?: Money
  text: string
}

interface Season {
  runs: TourRuns | undefined
  /** Seats on a day without bookings; undefined if the response does not say. */
  maxPeople: number | undefined
  /** The server's figures for the month. While undefined, seats do not limit what can be booked. */
  seats: readonly Pick<DaySeats, 'date' | 'seatsLeft' | 'hasLeft'>[] | undefined
  today: Day
  /** The first day that can still be booked; earlier days from today on have already departed. */
  first?: Day
  last: Day
}

export function offerOn(day: Day, { runs, maxPeople, seats, today, first = today, last }: Season, guests: number): DayOffer {
  const refused = (text: string, seatsLeft?: number): DayOffer => ({ canBook: false, seatsLeft, isNearlyGone: false, text })
  if (day < today) return refused('in the past')
  if (day > last) return refused('not on sale yet')
  if (!runsOn(runDaysOf(runs), day)) return refused('no departure')
  const offered = seats?.find(({ date }) => date === day)
  if (day < first || offered?.hasLeft) return { ...refused('departed'), hasLeft: true }
  if (!seats) return { canBook: true, seatsLeft: undefined, isNearlyGone: false, text: 'departure' }
  const seatsLeft = offered?.seatsLeft
  if (seatsLeft === undefined) return refused('no departure')
  if (seatsLeft <= 0) return refused('sold out', 0)
  const text = seatsLeft === 1 ? '1 seat left' : `${seatsLeft} seats left`
  if (seatsLeft < guests) return refused(`${text}, not enough for ${guests} guests`, seatsLeft)
  return { canBook: true, seatsLeft, isNearlyGone: seatsLeft <= FEW && seatsLeft !== maxPeople, text }
}
