import { dayInWords, longDay } from '#shared/dates.ts'
import { isDayOfYear, WEEKDAYS, type RunRule } from '#shared/run-days.ts'

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
