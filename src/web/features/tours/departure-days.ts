import { addDays, dayInWords, isDay, longDay, type Day } from '#shared/dates.ts'
import { isDayOfYear, nextRunDays, runsOn, WEEKDAYS, type RunRule } from '#shared/run-days.ts'
import { runDaysOf, type TourRuns } from '#shared/tours/runs.ts'
import { firstDayOnSale, hasLeft, placeOf, type SaleEnd } from '#shared/tours/sale-ends.ts'
import { lastTravelDay } from '#shared/tours/travel-days.ts'
import type { TourResponse } from './tour-view.tsx'

const LISTED_DATES = 3
/** What more rules say together is found in the calendar. */
const MAX_RULES = 2

/** Says when a tour departs: "Departs on Mondays and Thursdays". Undefined for tours that run daily, which is the default. */
export function runsText(runs: TourRuns | undefined, today: Day): string | undefined {
  if (!runs || runs.kind === 'daily') return undefined
  if (runs.kind === 'weekdays') {
    return runs.weekdays.length === WEEKDAYS.length ? undefined : `Departs ${ruleInWords(runs)}`
  }
  const last = lastTravelDay(today)
  const next = nextRunDays(runDaysOf(runs), today, last, LISTED_DATES)
  if (next.length === 0) return 'No departures are scheduled at the moment'
  return (runs.kind === 'rules' && rulesText(runs, today, last)) || `Next departures: ${inWords(next.map(longDay))}`
}

/** Undefined if the days cannot be said in a sentence. */
function rulesText({ rules, also, except }: Extract<TourRuns, { kind: 'rules' }>, today: Day, last: Day): string | undefined {
  const current = rules.filter(({ from = '', to = '' }) => !(isDay(to) && to < today) && !(isDay(from) && from > last))
  const [more, fewer] = [also, except].map((dates) => dates.filter((date) => date >= today && date <= last))
  if (!more || !fewer || current.length === 0 || current.length > MAX_RULES) return undefined
  if (more.length > LISTED_DATES || fewer.length > LISTED_DATES) return undefined
  const [on, off] = [more, fewer].map((dates) => inWords(dates.map(longDay)))
  return `Departs ${inWords(current.map(ruleInWords))}${on && `, plus ${on}`}${off && `, except ${off}`}`
}

/**
 * Explains that a tour does not run on a day, and offers the next departure after it, or failing that the first one from today (as the
 * server does). Undefined when the tour runs.
 */
export function dayOffOf(runs: TourRuns | undefined, date: Day, today: Day): { text: string; next: Day | undefined } | undefined {
  const runDays = runDaysOf(runs)
  if (runsOn(runDays, date)) return undefined
  const last = lastTravelDay(today)
  const [next] = [date, today].flatMap((from) => nextRunDays(runDays, from < today ? today : from, last, 1))
  const advice = next === undefined ? 'No departures are scheduled at the moment.' : `The next one is on ${longDay(next)}.`
  return { text: `No departure on ${longDay(date)}. ${advice}`, next }
}

/** With more weekdays than this, naming the exceptions is quicker to read. */
const MAX_NAMED = 4

export const inWords = (items: string[]) => new Intl.ListFormat('en-GB').format(items)

/** "on Saturdays from 1 May to 30 September". */
export function ruleInWords({ weekdays, from, to }: RunRule): string {
  return [weekdaysInWords(weekdays), seasonInWords(from, to)].filter((part) => part !== '').join(' ')
}

function weekdaysInWords(weekdays: readonly number[]): string {
  const names = (isRunning: boolean) => WEEKDAYS.flatMap((name, index) => (weekdays.includes(index + 1) === isRunning ? `${name}s` : []))
  if (weekdays.length === WEEKDAYS.length) return 'daily'
  return weekdays.length > MAX_NAMED ? `daily except ${inWords(names(false))}` : `on ${inWords(names(true))}`
}

function seasonInWords(from: string | undefined, to: string | undefined): string {
  if (from !== undefined && to !== undefined) return `from ${endInWords(from)} to ${endInWords(to)}`
  if (from !== undefined) return `from ${endInWords(from)}`
  return to === undefined ? '' : `until ${endInWords(to)}`
}

function endInWords(end: string): string {
  // Of any leap year.
  return isDayOfYear(end) ? dayInWords(`2028-${end}`, { day: 'numeric', month: 'long' }) : longDay(end)
}

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
