import type { DepartureSlot } from '#shared/tours/departure-slots.ts'
import { ActButtons } from '#web/components/act-buttons.tsx'
import { Alert } from '#web/components/alert.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { useSetSlotClosed } from './api/change-slot.ts'
import { seatsText } from './seat-bar.tsx'
import { slotName } from './slot-texts.ts'

type Props = { departureId: string; slot: DepartureSlot; onClose: () => void; onDone: (message: string) => void }

/** Closes a start time for sale or opens it again, explaining the consequences first. */
export function SlotCloseDialog({ departureId, slot, onClose, onDone }: Props) {
  const { isClosed } = slot
  const name = slotName(slot)
  const changing = useSetSlotClosed(departureId, slot, !isClosed, () =>
    onDone(isClosed ? `${name}: open for sale again.` : `${name}: closed, nothing more is sold.`),
  )
  return (
    <Dialog
      isOpen
      size="small"
      onClose={onClose}
      title={isClosed ? 'Open it for sale again' : 'Close it for sale'}
      footer={
        <ActButtons onKeep={onClose} first="act" isBusy={changing.isPending} onClick={() => changing.mutate()}>
          {isClosed ? 'Open for sale' : 'Close for sale'}
        </ActButtons>
      }
    >
      {changing.isError && <Alert className="mb-4">{messageOf(changing.error, 'That did not work. Please try again.', NO_RESPONSE)}</Alert>}
      <p className="mb-3 font-semibold">{name}</p>
      <p>{consequence(slot)}</p>
    </Dialog>
  )
}

function consequence({ isClosed, capacity, sold, held, options }: DepartureSlot): string {
  if (isClosed) return `${seatsText(Math.max(0, capacity - sold - held))} can be booked again at once.`
  const taken = sold + held
  const kept =
    taken === 0
      ? 'Nobody has a seat on it.'
      : `${seatsText(taken)} sold or held ${taken === 1 ? 'stays' : 'stay'} as ${taken === 1 ? 'it is' : 'they are'}; what is given back is not sold again.`
  const all = options.length > 1 ? ' None of the options that share its seats is sold.' : ''
  return `From now on nobody can book it on this day.${all} ${kept} It can be opened again at any time.`
}
