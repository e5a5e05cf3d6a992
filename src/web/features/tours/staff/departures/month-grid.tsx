import { useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import { addDays, longMonth, type Day } from '#shared/dates.ts'
import type { DepartureDay } from '#shared/departures.ts'
import { classNames } from '#web/lib/class-names.ts'
import { DayFigures, dayText } from './day-figures.tsx'
import { addMonths, fullDay, monthOf, sameDayIn, weeksOf, type Month } from '#shared/months.ts'

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

type Props = {
  month: Month
  /** Undefined while they are loaded. */
  days: readonly DepartureDay[] | undefined
  today: Day
  /** The day that is chosen, one of the month. */
  chosen: Day
  onChoose: (day: Day) => void
}

/** A month as a grid with one tab stop: the arrow keys go from day to day and on into the next month, Page Up and Page Down by month. */
export function MonthGrid({ month, days, today, chosen, onChoose }: Props) {
  const table = useRef<HTMLTableElement>(null)
  // Where the keys have led: they come faster than the address, and with it the chosen day, follows.
  const wanted = useRef<Day>(undefined)
  const byDate = new Map(days?.map((day) => [day.date, day]))
  // In the same moment in which the day before disappears with its month: until then keys would go nowhere.
  useLayoutEffect(() => {
    if (wanted.current === undefined) return
    if (wanted.current === chosen) wanted.current = undefined
    table.current?.querySelector<HTMLElement>(`[data-day="${chosen}"]`)?.focus()
  }, [chosen])

  const onKeyDown = (event: KeyboardEvent) => {
    const next = event.ctrlKey || event.metaKey || event.altKey ? undefined : stepFrom(wanted.current ?? chosen, event.key)
    if (next === undefined) return
    event.preventDefault()
    wanted.current = next
    onChoose(next)
  }
  return (
    <table
      ref={table}
      // A table with one tab stop is a grid, and screen readers then leave the arrow keys to it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
      role="grid"
      aria-label={`Departures in ${longMonth(month)}`}
      onKeyDown={onKeyDown}
      className="w-full table-fixed border-separate border-spacing-0 overflow-hidden rounded-card border border-line bg-paper"
    >
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col" abbr={name} className="py-2 text-center text-xs font-semibold text-ink-soft">
              <span aria-hidden="true">{name.slice(0, 3)}</span>
              <span className="sr-only">{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody aria-busy={!days}>
        {weeksOf(month).map((week) => (
          <tr key={week.find((day) => day !== undefined)}>
            {week.map((day, at) => (
              <td
                key={WEEKDAYS[at]}
                aria-selected={day === chosen}
                aria-current={day === today ? 'date' : undefined}
                className={classNames('border-t border-line p-0 not-first:border-l', day === undefined && 'bg-sand/50')}
              >
                {day !== undefined && (
                  <button
                    type="button"
                    data-day={day}
                    tabIndex={day === chosen ? 0 : -1}
                    aria-label={`${fullDay(day)}: ${dayText(byDate.get(day))}`}
                    onClick={() => onChoose(day)}
                    className={classNames(
                      'flex h-16 w-full flex-col items-stretch gap-1 p-1 text-left transition-colors focus-visible:-outline-offset-3 sm:h-24 sm:p-2',
                      day === chosen ? 'bg-sun-tint' : 'hover:bg-cream',
                    )}
                  >
                    <DayFigures date={day} day={byDate.get(day)} isToday={day === today} />
                  </button>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Returns the day to which a key leads from another; undefined for any other key. */
function stepFrom(day: Day, key: string): Day | undefined {
  const column = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7, Home: -column, End: 6 - column }
  const step = steps[key]
  if (step !== undefined) return addDays(day, step)
  const months = { PageUp: -1, PageDown: 1 }[key]
  return months === undefined ? undefined : sameDayIn(addMonths(monthOf(day), months), day)
}
