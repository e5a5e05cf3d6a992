import { addDays, longDay, type Day } from '#shared/dates.ts'
import { firstDayOnSale, hasLeft, placeOf, type SaleEnd } from '#shared/tours/sale-ends.ts'
import { nextRunDays } from '#shared/run-days.ts'
import { runDaysOf } from '#shared/tours/runs.ts'
import { lastTravelDay } from '#shared/tours/travel-days.ts'
import type { TourResponse } from './tour-view.ts'

/** The first day, from the visitor's today on, that can still be booked. */
export function firstDayToBook(tour: TourResponse, today: Day, now: Date): Day {
  const first = firstDayOnSale(tour.saleEnd, today, now)
  return first < today ? today : first
}

/**
 * Explains that a departure has left and names the next one; undefined while it is still sold. `seats` is the server's view of the day,
 * whose clock decides.
 */
export function departedOf(
  tour: TourResponse,
  date: Day,
  today: Day,
  now: Date,
  seats?: { hasLeft?: boolean | undefined; next?: Day | undefined },
): { text: string; next: Day | undefined } | undefined {
  const { saleEnd, runs, destination = '' } = tour
  if (!saleEnd || !(hasLeft(saleEnd, date, now) || seats?.hasLeft)) return undefined
  const first = [firstDayToBook(tour, today, now), addDays(date, 1)].toSorted().at(-1) ?? today
  const next = seats?.next ?? nextRunDays(runDaysOf(runs), first, lastTravelDay(today), 1)[0]
  const advice = next === undefined ? 'No other departures are scheduled at the moment.' : `Next: ${dayWord(next, today)}.`
  return { text: `${leftText(saleEnd, tour.facts?.startTime, date, today)} (${placeOf(destination)}). ${advice}`, next }
}

/** If the sale ends when the tour starts, the tour has left; otherwise only booking is closed. */
function leftText({ time, daysBefore }: SaleEnd, startTime: string | undefined, date: Day, today: Day): string {
  const departure = date === today ? 'oday’s departure' : `he departure on ${longDay(date)}`
  if (daysBefore === 0 && time === startTime) return `T${departure} left at ${time}`
  return `Booking for t${departure} closed at ${time}${daysBefore === 0 ? '' : ' the day before'}`
}

function dayWord(day: Day, today: Day): string {
  if (day === today) return 'today'
  return day === addDays(today, 1) ? 'tomorrow' : longDay(day)
}
