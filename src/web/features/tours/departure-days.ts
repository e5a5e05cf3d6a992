import { isDay, longDay, type Day } from '#shared/dates.ts'
import { nextRunDays, runsOn, WEEKDAYS } from '#shared/run-days.ts'
import { runDaysOf, type TourRuns } from '#shared/tours/runs.ts'
import { lastTravelDay } from '#shared/tours/travel-days.ts'
import { inWords, ruleInWords } from './run-rule-words.ts'

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
