import { guestsText } from '#shared/bookings/guests-text.ts'
import { DEFAULT_CURRENCY, formatMoney, toMoney, type Currency } from '#shared/money.ts'
import { QuestionDialog } from '#web/components/dialog.tsx'
import type { NewPrice } from './use-checkout.ts'

type Props = {
  change: NewPrice | undefined
  /** The tour's currency, used if the change names none. */
  currency: Currency | undefined
  guests: number
  onConfirm: (priceId: string) => void
  onClose: () => void
}

/** Shown when the price has changed meanwhile: nothing is booked until the visitor agrees to the new total. */
export function PriceChangeDialog({ change, currency: tourCurrency = DEFAULT_CURRENCY.tour, guests, onConfirm, onClose }: Props) {
  if (!change) return null
  const { currency = tourCurrency } = change
  const total = formatMoney(toMoney(change.total, currency))
  return (
    <QuestionDialog
      title="The price has changed"
      yes={`Book for ${total}`}
      no="Not now"
      onYes={() => onConfirm(change.priceId)}
      onNo={onClose}
    >
      <p>
        This tour now costs {formatMoney(toMoney(change.basePrice, currency))} per person. For {guestsText(guests)} that is{' '}
        <strong>{total}</strong> in total.
      </p>
      <p className="mt-2 text-ink-soft">You haven’t booked or paid anything yet.</p>
    </QuestionDialog>
  )
}
