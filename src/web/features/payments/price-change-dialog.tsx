import { formatCents, unitsToCents } from '#shared/money.ts'
import { QuestionDialog } from '#web/components/question-dialog.tsx'
import type { NewPrice } from './use-checkout.ts'

type Props = { price: NewPrice | undefined; guests: number; onConfirm: (price: NewPrice) => void; onClose: () => void }

/** The price changed while the visitor was reading: nothing is booked before the new total is agreed. */
export function PriceChangeDialog({ price, guests, onConfirm, onClose }: Props) {
  if (!price) return null
  const total = formatCents(unitsToCents(price.total), 'usd')
  return (
    <QuestionDialog title="The price has changed" yes={`Book for ${total}`} no="Not now" onYes={() => onConfirm(price)} onNo={onClose}>
      <p>
        This tour now costs {formatCents(unitsToCents(price.basePrice), 'usd')} per person. For{' '}
        {guests === 1 ? '1 guest' : `${guests} guests`} that is <strong>{total}</strong> in total.
      </p>
      <p className="mt-2 text-ink-soft">Nothing has been booked or charged yet.</p>
    </QuestionDialog>
  )
}
