import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#web/components/button.tsx'
import { ListedDates } from './listed-dates.tsx'
import { RunRuleFields } from './run-rule-fields.tsx'
import { NEW_RULE, type RuleDraft, type RunsDraft } from './runs-draft.ts'

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
