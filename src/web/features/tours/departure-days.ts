import { longDay, type Day } from '#shared/dates.ts'
import { nextRunDays, runsOn, WEEKDAYS, type TourRuns } from '#shared/tours/runs.ts'
import { lastTravelDay } from '#shared/tours/travel-days.ts'

/** With more weekdays than this, naming the exceptions is quicker to read. */
const MAX_NAMED = 4
const LISTED_DATES = 3

const inWords = (items: string[]) => new Intl.ListFormat('en-GB').format(items)

/** Says when a tour departs: "Departs on Mondays and Thursdays". Undefined for tours that run daily, which is the default. */
export function runsText(runs: TourRuns | undefined, today: Day): string | undefined {
  if (!runs || runs.kind === 'daily') return undefined
  if (runs.kind === 'dates') {
    const next = nextRunDays(runs, today, lastTravelDay(today), LISTED_DATES)
    return next.length === 0 ? 'No departure is planned at present' : `Next departures: ${inWords(next.map(longDay))}`
  }
  const names = (isRunning: boolean) =>
    WEEKDAYS.flatMap((name, index) => (runs.weekdays.includes(index + 1) === isRunning ? `${name}s` : []))
  if (runs.weekdays.length === WEEKDAYS.length) return undefined
  return runs.weekdays.length > MAX_NAMED ? `Departs daily except ${inWords(names(false))}` : `Departs on ${inWords(names(true))}`
}

/**
 * Explains that a tour does not run on a day, and offers the next departure after it, or failing that the first one from today (as the
 * server does). Undefined when the tour runs.
 */
export function dayOffOf(runs: TourRuns | undefined, date: Day, today: Day): { text: string; next: Day | undefined } | undefined {
  if (!runs || runsOn(runs, date)) return undefined
  const last = lastTravelDay(today)
  const [next] = [date, today].flatMap((from) => nextRunDays(runs, from < today ? today : from, last, 1))
  const advice = next === undefined ? 'No departure is planned at present.' : `The next one is on ${longDay(next)}.`
  return { text: `No departure on ${longDay(date)}. ${advice}`, next }
}
