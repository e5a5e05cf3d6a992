import type { Day } from '#shared/dates.ts'
import type { DaySeats } from '#shared/tours/month-seats.ts'
import { monthOf, type Month } from '#shared/months.ts'
import { nextRunDays, type TourRuns } from '#shared/tours/runs.ts'
import { lastTravelDay } from '#shared/tours/travel-days.ts'

/** As many as are read at a glance. */
const SHOWN = 4
/** Whatever is further away than so many months with departures, all sold out, is found in the calendar itself. */
const MAX_MONTHS = 6

type Seats = Pick<DaySeats, 'date' | 'seatsLeft'>

/**
 * Returns the next few days on which a tour departs with room for so many guests. `seatsIn` is asked for one month after the other,
 * only until enough are found.
 */
export async function findNextDepartures(
  runs: TourRuns | undefined,
  today: Day,
  guests: number,
  seatsIn: (month: Month) => Promise<readonly Seats[]>,
): Promise<Seats[]> {
  const found: Seats[] = []
  for (const month of monthsToLookAt(runs, today)) {
    const days = await seatsIn(month)
    found.push(...days.filter(({ date, seatsLeft }) => date >= today && seatsLeft >= Math.max(guests, 1)))
    if (found.length >= SHOWN) break
  }
  return found.slice(0, SHOWN)
}

/** Returns the months that have a departure at all, from today's on. */
function monthsToLookAt(runs: TourRuns | undefined, today: Day): Month[] {
  const days = nextRunDays(runs ?? { kind: 'daily' }, today, lastTravelDay(today), Number.POSITIVE_INFINITY)
  return [...new Set(days.map(monthOf))].slice(0, MAX_MONTHS)
}
