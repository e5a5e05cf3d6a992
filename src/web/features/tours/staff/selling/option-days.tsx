import { RunRules } from '../editor/run-rules.tsx'
import { NEW_RULE, type RunsDraft } from '../editor/runs-draft.ts'
import { RunsPreview } from '../editor/runs-preview.tsx'
import type { OptionProps } from './option-props.ts'
import { RadioLine } from './radio-line.tsx'

type Choice = 'tour' | 'daily' | 'rules'

const CHOICES: readonly { value: Choice; label: string }[] = [
  { value: 'tour', label: 'Same as the tour' },
  { value: 'daily', label: 'Every day' },
  { value: 'rules', label: 'On these days' },
]

/** The days on which an option runs: those of the tour, or its own. */
export function OptionDays({ form, at, option: { runsAs, runs }, onChange }: OptionProps) {
  const path = `options.${at}.runs` as const
  const change = (part: Partial<RunsDraft>) => onChange({ runs: { ...runs, ...part } })
  const isEmpty = runs.rules.length + runs.also.length === 0
  const error = form.errorOf(`${path}.rules`)
  return (
    <div>
      <RadioLine
        legend="Runs"
        value={runsAs === 'tour' ? 'tour' : runs.kind}
        choices={CHOICES}
        onChange={(choice) => {
          if (choice === 'tour') return onChange({ runsAs: 'tour' })
          onChange({ runsAs: 'own', runs: { ...runs, kind: choice, ...(choice === 'rules' && isEmpty && { rules: [NEW_RULE] }) } })
        }}
      />
      {runsAs === 'own' && runs.kind === 'rules' && (
        <>
          <RunRules runs={runs} errorOf={(part) => form.errorOf(`${path}.${part}`)} onChange={change} />
          <RunsPreview runs={runs} />
        </>
      )}
      <div aria-live="polite">{error && <p className="mt-2 font-medium text-danger">{error}</p>}</div>
    </div>
  )
}
