import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { addDays, dayInWords, type Day } from '#shared/dates.ts'
import { addMonths, dayWithin, monthOf, sameDayIn, weeksOf, type DayRange, type Month } from '#shared/months.ts'
import { WEEKDAYS } from '#shared/run-days.ts'
import { classNames } from '#web/lib/class-names.ts'

/** How a day is shown. For screen readers, `text` follows the date in place of `children`. */
export type DayLook = { text: string; className: string; canChoose?: boolean; children: ReactNode }

/** A month of 31 days beginning on a Saturday spans six weeks. */
const MAX_WEEKS = 6

type Props = {
  label: string
  month: Month
  today: Day
  current: Day
  /** The selected day, if it is in this month. */
  chosen: Day
  /** Limits keyboard navigation; unlimited if omitted. */
  range?: DayRange
  isBusy: boolean
  lookOf: (day: Day) => DayLook
  /** Called when the keyboard has moved to a day, in this month or another. */
  onMove: (day: Day) => void
  onChoose: (day: Day) => void
}

/**
 * A month as a grid with one tab stop: the arrow keys move by day, also into other months, Page Up and Page Down by month, with Shift by
 * year.
 */
export function MonthGrid({ label, month, today, current, chosen, range, isBusy, lookOf, onMove, onChoose }: Props) {
  const table = useRef<HTMLTableElement>(null)
  // The day the keys have reached: key presses may come faster than the address, and with it `current`, can follow.
  const wanted = useRef<Day>(undefined)
  // A layout effect, because until the focus moves from the removed month's day, key presses would get lost.
  useLayoutEffect(() => {
    if (wanted.current === undefined) return
    if (wanted.current === current) wanted.current = undefined
    table.current?.querySelector<HTMLElement>(`[data-day="${current}"]`)?.focus()
  }, [current])

  const onKeyDown = (event: KeyboardEvent) => {
    const next = event.ctrlKey || event.metaKey || event.altKey ? undefined : stepFrom(wanted.current ?? current, event)
    if (next === undefined) return
    event.preventDefault()
    wanted.current = range ? dayWithin(next, range) : next
    onMove(wanted.current)
  }
  const weeks = weeksOf(month)
  return (
    <table
      ref={table}
      // A table with one tab stop is a grid, for which screen readers pass on the arrow keys.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
      role="grid"
      aria-label={label}
      onKeyDown={onKeyDown}
      className="w-full table-fixed border-separate border-spacing-0 overflow-hidden rounded-card border border-line bg-paper"
    >
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col" abbr={name} className="py-2 text-center text-xs font-semibold text-ink-soft">
              <span aria-hidden="true">
                {name[0]}
                <span className="@max-xs/month:hidden">{name.slice(1, 3)}</span>
              </span>
              <span className="sr-only">{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody aria-busy={isBusy}>
        {weeks.map((week) => (
          // So that each day is as high as the highest of its week.
          <tr key={week.find((day) => day !== undefined)} className="h-px">
            {week.map((day, at) => (
              <td
                key={WEEKDAYS[at]}
                aria-selected={day === chosen}
                aria-current={day === today ? 'date' : undefined}
                className={classNames('h-[inherit] border-t border-line p-0 not-first:border-l', day === undefined && 'bg-sand/50')}
              >
                {day !== undefined && <DayButton day={day} isCurrent={day === current} look={lookOf(day)} onChoose={() => onChoose(day)} />}
              </td>
            ))}
          </tr>
        ))}
        {/* All months have the same height, so that the content around them does not move. */}
        {Array.from({ length: MAX_WEEKS - weeks.length }, (_, at) => (
          <tr key={at} aria-hidden="true">
            <td colSpan={WEEKDAYS.length} className="border-t border-line bg-sand/50 p-0">
              <div className={classNames(lookOf(current).className, 'invisible')}>{lookOf(current).children}</div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type DayProps = { day: Day; isCurrent: boolean; look: DayLook; onChoose: () => void }

/** A day that cannot be selected is still reachable by keyboard, so that everyone learns why. */
function DayButton({ day, isCurrent, look: { text, className, canChoose = true, children }, onChoose }: DayProps) {
  return (
    <button
      type="button"
      data-day={day}
      data-first={isCurrent || undefined}
      tabIndex={isCurrent ? 0 : -1}
      aria-disabled={!canChoose || undefined}
      onClick={canChoose ? onChoose : undefined}
      className={classNames('relative h-full w-full transition-colors focus-visible:-outline-offset-3', className)}
    >
      {/* No aria-label: voice control users say the number they see, so the accessible name has to begin with it. */}
      <span className="sr-only">
        {dayInWords(day, { dateStyle: 'long' })}, {dayInWords(day, { weekday: 'long' })}: {text}
      </span>
      <span aria-hidden="true" className="contents">
        {children}
      </span>
    </button>
  )
}

/** The day that a key leads to; undefined for any other key. */
function stepFrom(day: Day, { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): Day | undefined {
  const column = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7, Home: -column, End: 6 - column }
  const step = steps[key]
  if (step !== undefined) return addDays(day, step)
  const direction = { PageUp: -1, PageDown: 1 }[key]
  return direction === undefined ? undefined : sameDayIn(addMonths(monthOf(day), direction * (shiftKey ? 12 : 1)), day)
}
