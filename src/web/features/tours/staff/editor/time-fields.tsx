import { CircleAlert } from 'lucide-react'
import { dayInWords } from '#shared/dates.ts'
import { rangeOf, sameDayIn } from '#shared/months.ts'
import { WEEKDAYS } from '#shared/run-days.ts'
import { SelectField } from '#web/components/select-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { withSeason, type RuleDraft } from './runs-draft.ts'

const SPANS = [
  { value: 'always', label: 'All year round' },
  { value: 'yearly', label: 'Every year between two dates' },
  { value: 'dates', label: 'Between two dates' },
]

type Props = {
  label: string
  rule: RuleDraft
  errorOf: (part: keyof RuleDraft) => string | undefined
  onChange: (rule: RuleDraft) => void
}

/** The part of the year in which a rule counts. The container decides how many columns there are. */
export function RuleSpanFields({ label, rule, errorOf, onChange }: Props) {
  const { season, from, to } = rule
  return (
    <div className="grid grid-cols-1 items-start gap-3 @sm:grid-cols-2 @2xl:grid-cols-3">
      <SelectField
        label={label}
        className="@sm:col-span-2 @2xl:col-span-1"
        options={SPANS}
        value={season}
        onValueChange={(value) => onChange(withSeason(rule, value as RuleDraft['season']))}
      />
      {season === 'yearly' && (
        <>
          <DayOfYearFields label="From" value={from} error={errorOf('from')} onChange={(value) => onChange({ ...rule, from: value })} />
          <DayOfYearFields label="To" value={to} error={errorOf('to')} onChange={(value) => onChange({ ...rule, to: value })} />
        </>
      )}
      {season === 'dates' && (
        <>
          <TextField
            label="First date"
            type="date"
            value={from}
            error={errorOf('from')}
            onChange={({ target }) => onChange({ ...rule, from: target.value })}
          />
          <TextField
            label="Last date"
            type="date"
            min={from}
            value={to}
            error={errorOf('to')}
            onChange={({ target }) => onChange({ ...rule, to: target.value })}
          />
        </>
      )}
    </div>
  )
}

/** Of any leap year. */
const YEAR = '2028'
const MONTHS = numbersTo(12).map((value) => ({ value, label: dayInWords(`${YEAR}-${value}-01`, { month: 'short' }) }))

type DayOfYearFieldsProps = {
  label: string
  /** `MM-DD`. */
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** A day of every year: the day and the month. A shorter month gets its last day. */
function DayOfYearFields({ label, value, error, onChange }: DayOfYearFieldsProps) {
  const [month = '01', day = '01'] = value.split('-')
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 block text-sm font-semibold text-ink">{label}</legend>
      <div className="grid grid-cols-[4.75rem_minmax(0,1fr)] gap-2">
        <SelectField
          label={`${label}, day`}
          isLabelHidden
          options={daysOf(month)}
          value={day}
          onValueChange={(chosen) => onChange(`${month}-${chosen}`)}
        />
        <SelectField
          label={`${label}, month`}
          isLabelHidden
          options={MONTHS}
          value={month}
          onValueChange={(chosen) => onChange(sameDayIn(`${YEAR}-${chosen}`, `${YEAR}-01-${day}`).slice(YEAR.length + 1))}
        />
      </div>
      <div aria-live="polite">
        {error && (
          <p className="mt-1.5 flex items-start gap-1.5 text-sm font-medium text-danger">
            <CircleAlert aria-hidden="true" className="mt-1 size-4 shrink-0" />
            {error}
          </p>
        )}
      </div>
    </fieldset>
  )
}

function daysOf(month: string) {
  return numbersTo(Number(rangeOf(`${YEAR}-${month}`).to.slice(-2))).map((value) => ({ value, label: String(Number(value)) }))
}

function numbersTo(last: number): string[] {
  return Array.from({ length: last }, (_, at) => String(at + 1).padStart(2, '0'))
}

type WeekdayChoiceProps = { weekdays: readonly number[]; error: string | undefined; onChange: (weekdays: number[]) => void }

/** The seven weekdays as pills, of which any can be pressed. */
export function WeekdayChoice({ weekdays, error, onChange }: WeekdayChoiceProps) {
  return (
    <div className="flex flex-wrap gap-1.5">
      {WEEKDAYS.map((name, at) => (
        <label
          key={name}
          className="relative flex min-h-11 min-w-12 cursor-pointer items-center justify-center rounded-pill border border-line px-3 text-sm font-semibold select-none hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-coral-deep"
        >
          <input
            type="checkbox"
            aria-label={name}
            aria-invalid={error ? true : undefined}
            checked={weekdays.includes(at + 1)}
            onChange={({ target }) =>
              onChange(target.checked ? [...weekdays, at + 1].toSorted() : weekdays.filter((each) => each !== at + 1))
            }
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <span aria-hidden="true">{name.slice(0, 3)}</span>
        </label>
      ))}
    </div>
  )
}

/** All time zones to choose from, with the saved one, which may go by a different name in this browser. */
export function zoneOptions(saved: string) {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), ...(saved === '' ? [] : [saved])])
  return [...names].toSorted().map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}
