import { CircleAlert } from 'lucide-react'
import { dayInWords } from '#shared/dates.ts'
import { rangeOf, sameDayIn } from '#shared/months.ts'
import { SelectField } from '#web/components/select-field.tsx'

/** Of any leap year. */
const YEAR = '2028'
const MONTHS = numbersTo(12).map((value) => ({ value, label: dayInWords(`${YEAR}-${value}-01`, { month: 'short' }) }))

type Props = {
  label: string
  /** `MM-DD`. */
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** A day of every year: the day and the month. A shorter month gets its last day. */
export function DayOfYearFields({ label, value, error, onChange }: Props) {
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
