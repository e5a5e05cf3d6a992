import { formatMoney, toMoney, type Currency } from '#shared/money.ts'
import { QuestionDialog } from '#web/components/dialog.tsx'
import { SoldLines, toShownLines } from '#web/components/sold-lines.tsx'
import type { NewOffer } from '../use-checkout.ts'

type Props = {
  change: NewOffer | undefined
  /** The tour's, used if the change names none. */
  currency: Currency
  onConfirm: (expectedTotal: string) => void
  onClose: () => void
}

/** Shown when a choice costs something else meanwhile: nothing is booked until the visitor agrees to the new total. */
export function OfferChangeDialog({ change, currency: tourCurrency, onConfirm, onClose }: Props) {
  if (change?.total === undefined) return null
  const { total: expectedTotal, currency = tourCurrency } = change
  const total = formatMoney(toMoney(expectedTotal, currency))
  return (
    <QuestionDialog
      title="The price has changed"
      yes={`Book for ${total}`}
      no="Not now"
      onYes={() => onConfirm(expectedTotal)}
      onNo={onClose}
    >
      <p className="mb-3">Your selection now costs:</p>
      <SoldLines lines={toShownLines(change.lines)} currency={currency} />
      <p className="mt-3 flex items-baseline justify-between gap-3 border-t border-line pt-3 tabular-nums">
        <span className="font-semibold">Total</span>
        <strong className="text-lg">{total}</strong>
      </p>
      <p className="mt-2 text-ink-soft">You haven’t booked or paid anything yet.</p>
    </QuestionDialog>
  )
}
