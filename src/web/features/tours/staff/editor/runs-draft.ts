import { isDay, localToday, type Day } from '#shared/dates.ts'
import { isDayOfYear, runDaysSchema, type RunDays, type RunRule } from '#shared/run-days.ts'
import { runDaysOf, type TourRuns } from '#shared/tours/runs.ts'

/** A rule as entered. `from` and `to` are kept while the season is "always". */
export type RuleDraft = { weekdays: number[]; season: 'always' | 'yearly' | 'dates'; from: string; to: string }

/** The days as entered. Rules and dates are kept while "every day" is selected. */
export type RunsDraft = { kind: 'daily' | 'rules'; rules: RuleDraft[]; also: Day[]; except: Day[] }

export const NEW_RULE: RuleDraft = { weekdays: [], season: 'always', from: '', to: '' }
const EVERY_SUMMER = { from: '05-01', to: '09-30' }

/** Weekdays and listed dates are rules as well. */
export function toRunsDraft(runs: TourRuns): RunsDraft {
  const { rules, also, except } = runDaysOf(runs)
  return { kind: runs.kind === 'daily' ? 'daily' : 'rules', rules: runs.kind === 'daily' ? [] : rules.map(toRuleDraft), also, except }
}

export function toRuleDraft({ weekdays, from, to }: RunRule): RuleDraft {
  const end = from ?? to
  return { weekdays, season: end === undefined ? 'always' : isDayOfYear(end) ? 'yearly' : 'dates', from: from ?? '', to: to ?? '' }
}

/** Returns the runs to send, in the plainest form: weekdays alone, or dates alone, need no rules. They may be invalid. */
export function runsOf({ kind, rules, also, except }: RunsDraft): TourRuns {
  if (kind === 'daily') return { kind }
  const runDays = { rules: rules.map(toRule), also, except }
  return plainest(runDays) ?? { kind: 'rules', ...runDays }
}

function plainest({ rules, also, except }: RunDays): TourRuns | undefined {
  if (except.length > 0) return undefined
  if (rules.length === 0) return also.length === 0 ? undefined : { kind: 'dates', dates: also }
  const [only, ...others] = rules
  const isAlways = only && only.from === undefined && only.to === undefined && only.weekdays.length > 0
  return isAlways && others.length === 0 && also.length === 0 ? { kind: 'weekdays', weekdays: only.weekdays } : undefined
}

export function toRule({ weekdays, season, from, to }: RuleDraft): RunRule {
  if (season === 'always') return { weekdays }
  // Both ends empty would hold always: the first one is then reported as missing.
  const isOpen = season === 'dates' && to !== ''
  return { weekdays, ...((from !== '' || !isOpen) && { from }), ...((to !== '' || season === 'yearly') && { to }) }
}

/** Undefined while something is missing or wrong. */
export function validRunDays(draft: RunsDraft): RunDays | undefined {
  return runDaysSchema.safeParse(runDaysOf(runsOf(draft))).data
}

/** Keeps day and month when a season becomes yearly, or one of this year. */
export function withSeason(rule: RuleDraft, season: RuleDraft['season'], today: Day = localToday()): RuleDraft {
  if (season === 'yearly') {
    const [from, to] = [rule.from, rule.to].map((end) => (isDay(end) ? end.slice('YYYY-'.length) : end))
    return { ...rule, season, from: from || EVERY_SUMMER.from, to: to || EVERY_SUMMER.to }
  }
  if (season === 'always') return { ...rule, season }
  const year = today.slice(0, 4)
  const [from = '', to = ''] = [rule.from, rule.to].map((end) => (isDayOfYear(end) && isDay(`${year}-${end}`) ? `${year}-${end}` : end))
  return { ...rule, season, from: isDay(from) ? from : '', to: isDay(to) ? to : '' }
}
