import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { rupees } from './quote-price.ts'

type Props = { priceCents: number | undefined; onConfirm: (priceCents: number) => void; onClose: () => void }

/** The price changed while the visitor was reading: nothing is asked for before the new one is agreed. */
export function NewPriceDialog({ priceCents, onConfirm, onClose }: Props) {
  if (priceCents === undefined) return null
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
          <Button onClick={() => onConfirm(priceCents)}>Confirm for {rupees(priceCents)}</Button>
        </>
      }
    >
      <p>
        This service now costs <strong>{rupees(priceCents)}</strong> in total. Do you want to request the quote at this price?
      </p>
      <p className="mt-2 text-ink-soft">Nothing has been requested or charged yet.</p>
    </Dialog>
  )
}
