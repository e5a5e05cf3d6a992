import { Panel } from '#web/components/panel.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { typedWhole } from '#shared/typed-numbers.ts'
import { refundLines } from '#shared/refunds/lines.ts'
import type { TourDraft } from './tour-draft.ts'
import type { SectionProps } from './tour-form.ts'

/** The refund policy, with a preview of the sentences that travellers read. */
export function PolicySection({ form: { field, values } }: SectionProps) {
  const lines = policyLines(values.refundPolicy)
  return (
    <Panel title="Refund policy">
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          {...field('refundPolicy.fullRefundDays')}
          label="Full refund until"
          inputMode="numeric"
          autoComplete="off"
          hint="days before"
        />
        <TextField
          {...field('refundPolicy.partialRefundDays')}
          label="Partial refund until"
          inputMode="numeric"
          autoComplete="off"
          hint="days before"
        />
        <TextField
          {...field('refundPolicy.partialRefundPercentage')}
          label="Partial refund"
          inputMode="numeric"
          autoComplete="off"
          hint="per cent"
        />
      </div>
      <div role="status" className="mt-4 rounded-field bg-sand px-4 py-3">
        <p className="text-xs text-ink-soft">Travellers will see</p>
        {lines.length === 0 ? <p>Fill in all three numbers.</p> : lines.map((line) => <p key={line}>{line}</p>)}
      </div>
    </Panel>
  )
}

/** The policy as travellers read it; empty while its numbers are invalid. */
function policyLines(policy: TourDraft['refundPolicy']): string[] {
  const texts = [policy.fullRefundDays, policy.partialRefundDays, policy.partialRefundPercentage.replace('%', '')]
  const numbers = texts.map(typedWhole).map((number) => (number >= 0 && number <= 999 ? number : Number.NaN))
  const [fullRefundDays = 0, partialRefundDays = 0, partialRefundPercentage = 0] = numbers
  return numbers.some(Number.isNaN) ? [] : refundLines({ fullRefundDays, partialRefundDays, partialRefundPercentage })
}
