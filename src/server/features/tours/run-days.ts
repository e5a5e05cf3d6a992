import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { RunDays } from '#shared/run-days.ts'
import type { TourRuns } from '#shared/tours/runs.ts'

const EVERY_DAY = 0b111_1111

/** The dates are read as text, since the driver would parse them as moments. */
export const RUN_COLUMNS = ['run_weekdays', sql<Day[] | null>`run_dates::text[]`.as('run_dates'), 'run_rules'] as const

export interface RunColumns {
  /** Bit mask; Monday is the lowest bit. */
  run_weekdays: number
  run_dates: Day[] | null
  run_rules: RunDays | null
}

export function toRuns({ run_weekdays, run_dates, run_rules }: RunColumns): TourRuns {
  if (run_rules) return { kind: 'rules', ...run_rules }
  if (run_dates) return { kind: 'dates', dates: run_dates }
  if (run_weekdays === EVERY_DAY) return { kind: 'daily' }
  return { kind: 'weekdays', weekdays: [1, 2, 3, 4, 5, 6, 7].filter((weekday) => run_weekdays & (1 << (weekday - 1))) }
}

/** Leaves the weekdays and dates of rules to the database (`keep_run_dates`). */
export function toRunColumns(runs: TourRuns) {
  if (runs.kind === 'rules') return { run_rules: JSON.stringify({ rules: runs.rules, also: runs.also, except: runs.except }) }
  const weekdays = runs.kind === 'weekdays' ? runs.weekdays.reduce((mask, weekday) => mask | (1 << (weekday - 1)), 0) : EVERY_DAY
  return { run_weekdays: weekdays, run_dates: runs.kind === 'dates' ? runs.dates : null, run_rules: null }
}
