import type { Money } from '#shared/money.ts'
import { priceText } from '#web/components/price.tsx'
import { QuestionDialog } from '#web/components/question-dialog.tsx'

type Props = { price: Money | undefined; onConfirm: (price: Money) => void; onClose: () => void }

/** Shown when the price has changed meanwhile: nothing is requested until the visitor agrees to the new one. */
export function NewPriceDialog({ price, onConfirm, onClose }: Props) {
  if (!price) return null
  return (
    <QuestionDialog
      title="The price has changed"
      yes={`Confirm for ${priceText(price)}`}
      no="Not now"
      onYes={() => onConfirm(price)}
      onNo={onClose}
    >
      <p>
        This service now costs <strong>{priceText(price)}</strong> in total. Do you want to request the quote at this price?
      </p>
      <p className="mt-2 text-ink-soft">You haven’t requested or paid anything yet.</p>
    </QuestionDialog>
  )
}
