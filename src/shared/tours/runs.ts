import { z } from 'zod/mini'
import { datesSchema, runDaysSchema, weekdaysSchema, type RunDays } from '#shared/run-days.ts'

const NO_DAY = 'Please add a rule or a date'

/** The days on which a tour departs: daily, on some weekdays, on listed dates, or by rules. */
export const tourRunsSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('daily') }),
  z.object({ kind: z.literal('weekdays'), weekdays: weekdaysSchema }),
  z.object({ kind: z.literal('dates'), dates: datesSchema.check(z.minLength(1, 'Please list at least one date')) }),
  z
    .extend(runDaysSchema, { kind: z.literal('rules') })
    .check(z.refine(({ rules, also }) => rules.length + also.length > 0, { error: NO_DAY, path: ['rules'] })),
])
export type TourRuns = z.infer<typeof tourRunsSchema>

/** A tour that says nothing runs daily. */
export function runDaysOf(runs: TourRuns = { kind: 'daily' }): RunDays {
  if (runs.kind === 'rules') return runs
  if (runs.kind === 'dates') return { rules: [], also: runs.dates, except: [] }
  return { rules: [{ weekdays: runs.kind === 'daily' ? [1, 2, 3, 4, 5, 6, 7] : runs.weekdays }], also: [], except: [] }
}
