import { X } from 'lucide-react'
import { RuleSpanFields } from './rule-span-fields.tsx'
import type { RuleDraft } from './runs-draft.ts'
import { WeekdayChoice } from './weekday-choice.tsx'

type Props = {
  /** From 1 on. */
  number: number
  rule: RuleDraft
  errorOf: (part: keyof RuleDraft) => string | undefined
  onChange: (rule: RuleDraft) => void
  onRemove: () => void
}

/** Weekdays, and the season in which they count. */
export function RunRuleFields({ number, rule, errorOf, onChange, onRemove }: Props) {
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
