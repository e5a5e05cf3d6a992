import { addDays, dayIn, longDay, type Day } from '#shared/dates.ts'
import { rangeOf, type DayRange, type Month } from '#shared/months.ts'
import { nextRunDays, runsOn } from '#shared/run-days.ts'
import { runDaysOf, type TourRuns } from '#shared/tours/runs.ts'
import { firstDayOnSale, type SaleEnd } from '#shared/tours/sale-ends.ts'
import { lastTravelDay, tooFarAhead } from '#shared/tours/travel-days.ts'
import type { Deps } from './deps.ts'
import { AppError } from './errors.ts'

/** Throws 400 `date_too_far` for a day that cannot be booked yet, by the agency's current day. `path` names its field. */
export function refuseTooFarAhead({ config, now }: Pick<Deps, 'config' | 'now'>, day: Day, path: string): void {
  const message = tooFarAhead(day, dayIn(config.AGENCY_TIME_ZONE, now()))
  if (message !== undefined) throw new AppError('date_too_far', message, { issues: [{ path, message }] })
}

interface Season {
  runs: TourRuns
  saleEnd: SaleEnd | null
}

/**
 * Throws 400 `date_in_past` or `date_too_far` for a day that isn’t on sale, whatever the tour. `place` names the time zone of its place,
 * where a day that is over for the agency may not be over yet. `path` names its field.
 */
export function refuseUnsoldDay(deps: Pick<Deps, 'config' | 'now'>, day: Day, path: string, place?: { timeZone: string } | null): void {
  refusePastDay(deps, day, path, place)
  refuseTooFarAhead(deps, day, path)
}

/** Returns the current day where a booking's days are counted: in its own time zone if it has one, else the agency's. */
export function todayOf({ config, now }: Pick<Deps, 'config' | 'now'>, booking: { time_zone: string | null }): Day {
  return dayIn(booking.time_zone ?? config.AGENCY_TIME_ZONE, now())
}

function refusePastDay({ config, now }: Pick<Deps, 'config' | 'now'>, day: Day, path: string, place?: { timeZone: string } | null): void {
  if (day >= dayIn(config.AGENCY_TIME_ZONE, now())) return
  if (place && day >= dayIn(place.timeZone, now())) return
  const message = 'That date has already passed. Please choose a later one.'
  throw new AppError('date_in_past', message, { issues: [{ path, message }] })
}

/**
 * Throws 400 `not_running` for a day on which the tour does not run, naming the next one on or after it, or else from
 * today on. `path` names its field.
 */
export function refuseDayOff({ config, now }: Pick<Deps, 'config' | 'now'>, { runs, saleEnd }: Season, day: Day, path: string): void {
  const runDays = runDaysOf(runs)
  if (runsOn(runDays, day)) return
  const today = dayIn(config.AGENCY_TIME_ZONE, now())
  const first = firstDayOnSale(saleEnd, today, now())
  const last = lastTravelDay(today)
  const next = [day, first].flatMap((from) => nextRunDays(runDays, from < first ? first : from, last, 1))[0]
  const advice = next === undefined ? 'No departures are scheduled at the moment.' : `The next departure is on ${longDay(next)}.`
  const message = `This tour doesn’t run on that date. ${advice}`
  throw new AppError('not_running', message, { issues: [{ path, message }] })
}

export function daysAfter({ config, now }: Pick<Deps, 'config' | 'now'>, day: Day): DayRange {
  return { from: addDays(day, 1), to: lastTravelDay(dayIn(config.AGENCY_TIME_ZONE, now())) }
}

/**
 * Returns the days of a month that are on sale by the agency's current day; `to` precedes `from` if there are none. If a
 * tour's days are counted in another time zone, begins with the earlier current day of the two, so that a departure that has
 * left is shown as such.
 */
export function daysOnSale({ config, now }: Pick<Deps, 'config' | 'now'>, month: Month, place?: { timeZone: string } | null): DayRange {
  const today = dayIn(config.AGENCY_TIME_ZONE, now())
  const there = place ? dayIn(place.timeZone, now()) : today
  const first = there < today ? there : today
  const last = lastTravelDay(today)
  const { from, to } = rangeOf(month)
  return { from: from < first ? first : from, to: to > last ? last : to }
}
