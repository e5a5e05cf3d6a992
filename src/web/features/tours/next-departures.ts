import type { Day } from '#shared/dates.ts'
import type { DaySeats } from '#shared/tours/month-seats.ts'
import { monthOf, type Month } from '#shared/months.ts'
import { nextRunDays } from '#shared/run-days.ts'
import { runDaysOf, type TourRuns } from '#shared/tours/runs.ts'
import { lastTravelDay } from '#shared/tours/travel-days.ts'

/** Few enough to take in at a glance. */
const SHOWN = 4
/** Gives up after this many sold-out months with departures; anything later is found in the calendar itself. */
const MAX_MONTHS = 6

type Seats = Pick<DaySeats, 'date' | 'seatsLeft'>

/**
 * Finds the next few departures with room for this many guests. Calls `seatsIn` for one month at a time and stops as soon as it has enough.
 */
export async function findNextDepartures<Found extends Seats>(
  runs: TourRuns | undefined,
  today: Day,
  guests: number,
  seatsIn: (month: Month) => Promise<readonly Found[]>,
): Promise<Found[]> {
  const found: Found[] = []
  for (const month of monthsToLookAt(runs, today)) {
    const days = await seatsIn(month)
    found.push(...days.filter(({ date, seatsLeft }) => date >= today && seatsLeft >= Math.max(guests, 1)))
    if (found.length >= SHOWN) break
  }
  return found.slice(0, SHOWN)
}

/** Months with at least one departure, starting with today's. */
function monthsToLookAt(runs: TourRuns | undefined, today: Day): Month[] {
  const days = nextRunDays(runDaysOf(runs), today, lastTravelDay(today), Number.POSITIVE_INFINITY)
  return [...new Set(days.map(monthOf))].slice(0, MAX_MONTHS)
}
