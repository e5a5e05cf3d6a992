import { useEffect, useRef } from 'react'
import { longDay } from '#shared/dates.ts'
import { Alert } from '#web/components/alert.tsx'
import { Panel } from '#web/components/panel.tsx'
import { RunRules } from './run-rules.tsx'
import { NEW_RULE, type RunsDraft } from './runs-draft.ts'
import { RunsPreview } from './runs-preview.tsx'
import type { SectionProps } from './tour-form.ts'

const KINDS: readonly { kind: RunsDraft['kind']; label: string }[] = [
  { kind: 'daily', label: 'Every day' },
  { kind: 'rules', label: 'On these days' },
]

type Props = SectionProps & {
  /** Days that are sold although it does not run on them. */ outside: readonly { date: string; seats: number }[]
}

export function RunsSection({ form, outside }: Props) {
  const { runs } = form.values
  const change = (part: Partial<RunsDraft>) => form.adopt({ runs: { ...runs, ...part } })
  const choose = (kind: RunsDraft['kind']) => {
    const isEmpty = runs.rules.length + runs.also.length === 0
    change({ kind, ...(kind === 'rules' && isEmpty && { rules: [NEW_RULE] }) })
  }
  const error = form.errorOf('runs.rules')
  const choice = useRef<HTMLDivElement>(null)
  // No single field is invalid, so the form itself would not focus anything here.
  useEffect(() => {
    if (error && !document.querySelector('form [aria-invalid]')) choice.current?.querySelector<HTMLElement>(':checked')?.focus()
  }, [error])
  return (
    <Panel title="Schedule">
      <fieldset>
        <legend className="sr-only">Schedule type</legend>
        <div ref={choice} className="flex flex-wrap gap-x-6">
          {KINDS.map(({ kind, label }) => (
            <label key={kind} className="flex min-h-11 items-center gap-2.5">
              <input
                type="radio"
                name="runs"
                checked={runs.kind === kind}
                onChange={() => choose(kind)}
                className="size-5 accent-coral-deep"
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      {runs.kind === 'rules' && <RunRules runs={runs} errorOf={(part) => form.errorOf(`runs.${part}`)} onChange={change} />}
      <div aria-live="polite">{error && <p className="mt-2 font-medium text-danger">{error}</p>}</div>
      {runs.kind === 'rules' && <RunsPreview runs={runs} />}
      {outside.length > 0 && (
        <Alert kind="warning" title="Bookings on days it doesn’t run" className="mt-4">
          {outside.map(({ date, seats }) => `${longDay(date)} (${seats})`).join(', ')}. These departures aren’t affected.
        </Alert>
      )}
    </Panel>
  )
}
