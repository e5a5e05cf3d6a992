import { addDays, dayIn, momentIn, type Day } from '#shared/dates.ts'
import { saleEndsAt, type SaleEnd } from '#shared/tours/sale-ends.ts'
import { runsOn } from '#shared/run-days.ts'
import { runDaysOf, type TourRuns } from '#shared/tours/runs.ts'
import type { Selling, SellingOption } from './selling-schema.ts'

/** What a tour with options says for all of them. */
export interface SoldTour {
  selling: Selling
  runs: TourRuns
  saleEnd: SaleEnd | null
}

export function optionRunsOn({ runs: ofTour }: Pick<SoldTour, 'runs'>, { runs }: Pick<SellingOption, 'runs'>, day: Day): boolean {
  return runsOn(runDaysOf(runs ?? ofTour), day)
}

/**
 * The moment from which a departure of an option is no longer sold: by its own cut-off, else the tour's end of sale, and at the latest when it
 * starts. Hours count from the start time; a day as a whole ends with the day.
 */
export function optionEndsAt(
  { selling, saleEnd }: Pick<SoldTour, 'selling' | 'saleEnd'>,
  { cutoff }: SellingOption,
  startTime: string | null,
  day: Day,
): Date {
  const startsAt = momentIn(selling.timeZone, startTime === null ? `${addDays(day, 1)}T00:00` : `${day}T${startTime}`)
  if (!cutoff) return saleEnd ? earlier(saleEndsAt(saleEnd, day), startsAt) : startsAt
  if (!('hoursBefore' in cutoff)) return earlier(momentIn(selling.timeZone, `${addDays(day, -cutoff.daysBefore)}T${cutoff.time}`), startsAt)
  const from = startTime === null ? momentIn(selling.timeZone, `${day}T00:00`) : startsAt
  return new Date(from.getTime() - cutoff.hoursBefore * 3_600_000)
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other
}

export function optionHasLeft(tour: SoldTour, option: SellingOption, startTime: string | null, day: Day, now: Date): boolean {
  return now >= optionEndsAt(tour, option, startTime, day)
}

/** Whether a departure of an option is no longer sold but its day is not over at the place, so that staff may still book a walk-in. */
export function optionTakesWalkIns(tour: SoldTour, option: SellingOption, startTime: string | null, day: Day, now: Date): boolean {
  return day === dayIn(tour.selling.timeZone, now) && optionHasLeft(tour, option, startTime, day, now)
}
