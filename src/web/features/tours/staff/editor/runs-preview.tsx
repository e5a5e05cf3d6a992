import { CalendarDays } from 'lucide-react'
import { useMemo } from 'react'
import { localToday, longDay } from '#shared/dates.ts'
import { weekday } from '#shared/months.ts'
import { nextRunDays } from '#shared/run-days.ts'
import { lastTravelDay } from '#shared/tours/travel-days.ts'
import { inWords, ruleInWords } from '#web/features/tours/run-rule-words.ts'
import { validRunDays, type RunsDraft } from './runs-draft.ts'

const NEXT = 3

/** Says what the rules entered come to: all days on sale, the first and the last, and the next ones. Empty while a rule is incomplete. */
export function RunsPreview({ runs }: { runs: RunsDraft }) {
  const shown = useMemo(() => {
    const runDays = validRunDays(runs)
    if (!runDays) return undefined
    const today = localToday()
    return { rules: runDays.rules.map(ruleInWords), days: nextRunDays(runDays, today, lastTravelDay(today), Number.POSITIVE_INFINITY) }
  }, [runs])
  return (
    <div aria-live="polite" className="mt-4">
      {shown && (
        <div className="flex items-start gap-2.5 rounded-field bg-sand px-4 py-3">
          <CalendarDays aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-soft" />
          <div className="min-w-0">
            <p className="font-semibold">{countInWords(shown.days)}</p>
            {shown.rules.length > 0 && <p className="text-sm text-ink-soft">Runs {inWords(shown.rules)}.</p>}
            {shown.days.length > 2 && (
              <p className="text-sm text-ink-soft tabular-nums">
                Next: {inWords(shown.days.slice(0, NEXT).map((day) => `${weekday(day)} ${longDay(day)}`))}
              </p>
            )}
          </div>
        </div>
      )}
    </div>
  )
}

/** "Runs on 44 days in the next two years: 1 May 2027 … 30 Sept 2028". */
function countInWords(days: string[]): string {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return 'Doesn’t run on any day in the next two years'
  if (first === last) return `Runs on 1 day in the next two years: ${longDay(first)}`
  return `Runs on ${days.length} days in the next two years: ${longDay(first)} … ${longDay(last)}`
}
