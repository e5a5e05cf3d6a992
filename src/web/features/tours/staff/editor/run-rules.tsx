import { CalendarDays, Plus, X } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { isDay, localToday, longDay, type Day } from '#shared/dates.ts'
import { weekday } from '#shared/months.ts'
import { nextRunDays } from '#shared/run-days.ts'
import { lastTravelDay } from '#shared/tours/travel-days.ts'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { inWords, ruleInWords } from '#web/features/tours/departure-days.ts'
import { NEW_RULE, validRunDays, type RuleDraft, type RunsDraft } from './runs-draft.ts'
import { RuleSpanFields, WeekdayChoice } from './time-fields.tsx'

type RulePart = `rules.${number}.${keyof RuleDraft}` | 'also' | 'except'

type Props = {
  runs: RunsDraft
  errorOf: (part: RulePart) => string | undefined
  onChange: (part: Partial<RunsDraft>) => void
}

/** The rules of the days on which something runs, with further dates and exceptions. */
export function RunRules({ runs, errorOf, onChange }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const { rules, also, except } = runs
  const add = () => {
    onChange({ rules: [...rules, NEW_RULE] })
    // The fields exist only after React has rendered them.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(':scope > fieldset:last-of-type input')?.focus())
  }
  const remove = (at: number) => {
    onChange({ rules: rules.toSpliced(at, 1) })
    list.current?.querySelector<HTMLElement>('[data-add]')?.focus()
  }
  return (
    <div ref={list} className="@container mt-2 grid grid-cols-1 gap-3">
      {rules.map((rule, at) => (
        <RunRuleFields
          // A rule has no identity, and all of its state is in the form.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          number={at + 1}
          rule={rule}
          errorOf={(part) => errorOf(`rules.${at}.${part}`)}
          onChange={(changed) => onChange({ rules: rules.with(at, changed) })}
          onRemove={() => remove(at)}
        />
      ))}
      <Button data-add variant="secondary" size="small" className="justify-self-start" onClick={add}>
        <Plus aria-hidden="true" className="size-4" /> {rules.length === 0 ? 'Add a rule' : 'Add another rule'}
      </Button>
      <div className="mt-1 grid grid-cols-1 items-start gap-4 @lg:grid-cols-2">
        <ListedDates
          label="Also on"
          listLabel="Extra dates"
          dates={also}
          error={errorOf('also')}
          onChange={(dates) => onChange({ also: dates })}
        />
        <ListedDates
          label="Except on"
          listLabel="Exceptions"
          dates={except}
          error={errorOf('except')}
          onChange={(dates) => onChange({ except: dates })}
        />
      </div>
    </div>
  )
}

type RunRuleFieldsProps = {
  /** From 1 on. */
  number: number
  rule: RuleDraft
  errorOf: (part: keyof RuleDraft) => string | undefined
  onChange: (rule: RuleDraft) => void
  onRemove: () => void
}

/** Weekdays, and the season in which they count. */
function RunRuleFields({ number, rule, errorOf, onChange, onRemove }: RunRuleFieldsProps) {
  const error = errorOf('weekdays')
  return (
    <fieldset className="rounded-field border border-line p-3 sm:p-4">
      <legend className="sr-only">Rule {number}</legend>
      <div className="flex items-start justify-between gap-2">
        <WeekdayChoice weekdays={rule.weekdays} error={error} onChange={(weekdays) => onChange({ ...rule, weekdays })} />
        <button
          type="button"
          aria-label={`Remove rule ${number}`}
          onClick={onRemove}
          className="flex size-11 shrink-0 items-center justify-center rounded-pill text-ink-soft hover:bg-sand hover:text-ink"
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
      <div aria-live="polite">{error && <p className="mt-2 text-sm font-medium text-danger">{error}</p>}</div>
      <div className="mt-3">
        <RuleSpanFields label="Season" rule={rule} errorOf={errorOf} onChange={onChange} />
      </div>
    </fieldset>
  )
}

type ListedDatesProps = {
  label: string
  /** Names the list and its button for screen readers, where two lists stand side by side. */
  listLabel: string
  dates: Day[]
  error: string | undefined
  onChange: (dates: Day[]) => void
}

function ListedDates({ label, listLabel, dates, error, onChange }: ListedDatesProps) {
  const [day, setDay] = useState('')
  const add = () => {
    if (!isDay(day)) return
    onChange([...new Set([...dates, day])].toSorted())
    setDay('')
  }
  return (
    <div className="min-w-0">
      <div className="flex items-end gap-2">
        <TextField
          label={label}
          type="date"
          min={localToday()}
          value={day}
          error={error}
          className="grow"
          onChange={(event) => setDay(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <Button
          variant="secondary"
          size="small"
          className="min-h-12"
          aria-label={`Add to: ${listLabel}`}
          disabled={!isDay(day)}
          onClick={add}
        >
          Add
        </Button>
      </div>
      {dates.length > 0 && (
        <ul aria-label={listLabel} className="mt-3 flex flex-wrap gap-2">
          {dates.map((date) => (
            <li key={date} className="flex items-center rounded-pill border border-line bg-sand pl-3 text-sm tabular-nums">
              {weekday(date)} {longDay(date)}
              <button
                type="button"
                aria-label={`Remove ${longDay(date)}`}
                onClick={() => onChange(dates.filter((each) => each !== date))}
                className="flex size-9 items-center justify-center rounded-pill text-ink-soft hover:text-ink pointer-coarse:size-11"
              >
                <X aria-hidden="true" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

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
