import { formatCents, unitsToCents } from '#shared/money.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import type { NewPrice } from './use-checkout.ts'

type Props = { price: NewPrice | undefined; guests: number; onConfirm: (price: NewPrice) => void; onClose: () => void }

/** The price changed while the visitor was reading: nothing is booked before the new total is agreed. */
export function PriceChangeDialog({ price, guests, onConfirm, onClose }: Props) {
  if (!price) return null
  const total = formatCents(unitsToCents(price.total), 'usd')
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="The price has changed"
      size="small"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Not now
          </Button>
          <Button onClick={() => onConfirm(price)}>Book for {total}</Button>
        </>
      }
    >
      <p>
        This tour now costs {formatCents(unitsToCents(price.basePrice), 'usd')} per person. For{' '}
        {guests === 1 ? '1 guest' : `${guests} guests`} that is <strong>{total}</strong> in total.
      </p>
      <p className="mt-2 text-ink-soft">Nothing has been booked or charged yet.</p>
    </Dialog>
  )
}
