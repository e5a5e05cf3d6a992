import { QuestionDialog } from '#web/components/question-dialog.tsx'
import { rupees } from './estimate.ts'

type Props = { priceCents: number | undefined; onConfirm: (priceCents: number) => void; onClose: () => void }

/** The price changed while the visitor was reading: nothing is asked for before the new one is agreed. */
export function NewPriceDialog({ priceCents, onConfirm, onClose }: Props) {
  if (priceCents === undefined) return null
  return (
    <QuestionDialog
      title="The price has changed"
      yes={`Confirm for ${rupees(priceCents)}`}
      no="Not now"
      onYes={() => onConfirm(priceCents)}
      onNo={onClose}
    >
      <p>
        This service now costs <strong>{rupees(priceCents)}</strong> in total. Do you want to request the quote at this price?
      </p>
      <p className="mt-2 text-ink-soft">Nothing has been requested or charged yet.</p>
    </QuestionDialog>
  )
}
