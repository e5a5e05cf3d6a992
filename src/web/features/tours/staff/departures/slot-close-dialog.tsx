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
  const changing = useSetSlotClosed(departureId, slot, !isClosed, () => onDone(isClosed ? `${name}: unblocked.` : `${name}: blocked.`))
  return (
    <Dialog
      isOpen
      size="small"
      onClose={onClose}
      title={isClosed ? 'Unblock this start time' : 'Block this start time'}
      footer={
        <ActButtons onKeep={onClose} first="act" isBusy={changing.isPending} onClick={() => changing.mutate()}>
          {isClosed ? 'Unblock' : 'Block'}
        </ActButtons>
      }
    >
      {changing.isError && <Alert className="mb-4">{messageOf(changing.error, 'That didn’t work. Please try again.', NO_RESPONSE)}</Alert>}
      <p className="mb-3 font-semibold">{name}</p>
      <p>{consequence(slot)}</p>
    </Dialog>
  )
}

function consequence({ isClosed, capacity, sold, held, options }: DepartureSlot): string {
  if (isClosed) return `${seatsText(Math.max(0, capacity - sold - held))} can be booked again straight away.`
  const taken = sold + held
  const kept =
    taken === 0
      ? 'No seats have been taken.'
      : `${seatsText(taken)} sold or held ${taken === 1 ? 'stays' : 'stay'} as ${taken === 1 ? 'it is' : 'they are'}; seats given up won’t be resold.`
  const all = options.length > 1 ? ' This also applies to every option that shares its seats.' : ''
  return `No one will be able to book it on this day.${all} ${kept} You can unblock it at any time.`
}
