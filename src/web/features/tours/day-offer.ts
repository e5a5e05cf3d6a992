import type { Day } from '#shared/dates.ts'
import type { DaySeats } from '#shared/tours/month-seats.ts'
import { runsOn, type TourRuns } from '#shared/tours/runs.ts'

/** From so many seats on, a day is marked as nearly gone; not one of a small group that nobody has booked yet. */
const FEW = 6

/** What a day of the calendar offers to a group. */
export interface DayOffer {
  canBook: boolean
  /** Undefined where the number is not known, or none could be booked anyway. */
  seatsLeft: number | undefined
  isNearlyGone: boolean
  /** Whether it would run, but is no longer sold. */
  hasLeft?: true
  text: string
}

interface Season {
  runs: TourRuns | undefined
  /** The seats of a day on which nobody has booked; undefined where the response does not say. */
  maxPeople: number | undefined
  /** What the server says of the month; undefined while it has said nothing, and then seats hold nobody up. */
  seats: readonly Pick<DaySeats, 'date' | 'seatsLeft' | 'hasLeft'>[] | undefined
  today: Day
  /** The first day whose departure has not left; those from today on before it have. */
  first?: Day
  /** The last day on sale. */
  last: Day
}

/** Returns what a day offers to so many guests. */
export function offerOn(day: Day, { runs, maxPeople, seats, today, first = today, last }: Season, guests: number): DayOffer {
  const refused = (text: string, seatsLeft?: number): DayOffer => ({ canBook: false, seatsLeft, isNearlyGone: false, text })
  if (day < today) return refused('already past')
  if (day > last) return refused('not on sale yet')
  if (runs && !runsOn(runs, day)) return refused('no departure')
  const offered = seats?.find(({ date }) => date === day)
  if (day < first || offered?.hasLeft) return { ...refused('departed'), hasLeft: true }
  if (!seats) return { canBook: true, seatsLeft: undefined, isNearlyGone: false, text: 'departure' }
  const seatsLeft = offered?.seatsLeft
  if (seatsLeft === undefined) return refused('no departure')
  if (seatsLeft <= 0) return refused('sold out', 0)
  const text = seatsLeft === 1 ? '1 seat left' : `${seatsLeft} seats left`
  if (seatsLeft < guests) return refused(`${text}, too few for ${guests} guests`, seatsLeft)
  return { canBook: true, seatsLeft, isNearlyGone: seatsLeft <= FEW && seatsLeft !== maxPeople, text }
}
