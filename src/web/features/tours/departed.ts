import { addDays, dayIn, longDay, type Day } from '#shared/dates.ts'
import { firstDayOnSale, hasLeft, placeOf, type SaleEnd } from '#shared/tours/sale-ends.ts'
import { nextRunDays } from '#shared/tours/runs.ts'
import { lastTravelDay } from '#shared/tours/travel-days.ts'
import type { TourResponse } from './tour-view.ts'

/** Returns the first day from the visitor's today on whose departure has not left. */
export function firstDayToBook(tour: TourResponse, today: Day, now: Date): Day {
  const first = firstDayOnSale(tour.saleEnd, today, now)
  return first < today ? today : first
}

/** Returns today where the days until travel are counted: at the place of a tour whose sale ends by its clocks, else the visitor's. */
export function todayOf({ saleEnd }: TourResponse, today: Day, now: Date): Day {
  return saleEnd ? dayIn(saleEnd.timeZone, now) : today
}

/**
 * Returns what to say of a departure that has left, and the one to offer instead; undefined for one that is sold. `seats`: what the server
 * says of the day: its clock decides.
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
  const next = seats?.next ?? nextRunDays(runs ?? { kind: 'daily' }, first, lastTravelDay(today), 1)[0]
  const advice = next === undefined ? 'No other departure is planned at present.' : `Next: ${dayWord(next, today)}.`
  return { text: `${leftText(saleEnd, tour.facts?.startTime, date, today)} (${placeOf(destination)}). ${advice}`, next }
}

/** Of a sale that ends with the start of the tour it has left; of any other only booking is over. */
function leftText({ time, daysBefore }: SaleEnd, startTime: string | undefined, date: Day, today: Day): string {
  const departure = date === today ? 'oday’s departure' : `he departure on ${longDay(date)}`
  if (daysBefore === 0 && time === startTime) return `T${departure} left at ${time}`
  return `Booking for t${departure} closed at ${time}${daysBefore === 0 ? '' : ' the day before'}`
}

function dayWord(day: Day, today: Day): string {
  if (day === today) return 'today'
  return day === addDays(today, 1) ? 'tomorrow' : longDay(day)
}
