import { SelectField } from '#web/components/select-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { DayOfYearFields } from './day-of-year-fields.tsx'
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
