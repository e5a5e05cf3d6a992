import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { TourRuns } from '#shared/tours/runs.ts'

const EVERY_DAY = 0b111_1111

/** The dates are read as text, since the driver would parse them as moments. */
export const RUN_COLUMNS = ['run_weekdays', sql<Day[] | null>`run_dates::text[]`.as('run_dates')] as const

export interface RunColumns {
  /** Bit mask; Monday is the lowest bit. */
  run_weekdays: number
  run_dates: Day[] | null
}

export function toRuns({ run_weekdays, run_dates }: RunColumns): TourRuns {
  if (run_dates) return { kind: 'dates', dates: run_dates }
  if (run_weekdays === EVERY_DAY) return { kind: 'daily' }
  return { kind: 'weekdays', weekdays: [1, 2, 3, 4, 5, 6, 7].filter((weekday) => run_weekdays & (1 << (weekday - 1))) }
}

export function toRunColumns(runs: TourRuns): RunColumns {
  if (runs.kind === 'dates') return { run_weekdays: EVERY_DAY, run_dates: runs.dates }
  if (runs.kind === 'daily') return { run_weekdays: EVERY_DAY, run_dates: null }
  return { run_weekdays: runs.weekdays.reduce((mask, weekday) => mask | (1 << (weekday - 1)), 0), run_dates: null }
}
