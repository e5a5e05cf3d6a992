import type { DepartureWithSlots, StaffDeparture } from '#shared/tours/departures.ts'
import { ActButtons } from '#web/components/act-buttons.tsx'
import { Alert } from '#web/components/alert.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { useSetBlocked } from './api/block-departure.ts'
import { inCheckouts } from './held-texts.ts'
import { seatsText } from './seat-bar.tsx'

type Props = {
  departure: DepartureWithSlots
  onClose: () => void
  /** `message` says what was done. */ onDone: (message: string) => void
}

/** Blocks a departure or puts it back on sale, explaining the consequences first. */
export function BlockDialog({ departure, onClose, onDone }: Props) {
  const { id, isBlocked, isOnSale } = departure
  const changing = useSetBlocked(id, !isBlocked, () => onDone(isBlocked ? doneText(isOnSale) : 'Date blocked.'))
  return (
    <Dialog
      isOpen
      size="small"
      onClose={onClose}
      title={isBlocked ? 'Unblock this date' : 'Block this date'}
      footer={
        <ActButtons onKeep={onClose} first="act" isBusy={changing.isPending} onClick={() => changing.mutate()}>
          {isBlocked ? 'Unblock date' : 'Block date'}
        </ActButtons>
      }
    >
      {changing.isError && <Alert className="mb-4">{messageOf(changing.error, 'That didn’t work. Please try again.', NO_RESPONSE)}</Alert>}
      <p>{consequence(departure)}</p>
    </Dialog>
  )
}

function doneText(isOnSale: boolean): string {
  return isOnSale ? 'Date unblocked.' : 'Date unblocked. The tour is still unpublished.'
}

function consequence(departure: DepartureWithSlots): string {
  const { isBlocked, isOnSale, capacity, sold, held } = departure
  if (isBlocked && !isOnSale) return 'The tour is unpublished, so this date can’t be booked until you publish it again.'
  if (isBlocked && departure.slots) return 'Remaining seats can be booked again straight away.'
  if (isBlocked) return `${seatsText(Math.max(0, capacity - sold - held))} can be booked again straight away.`
  const kept =
    sold + held === 0 ? 'No seats have been taken.' : `${keptText(departure)} affected: no bookings are cancelled and nothing is refunded.`
  return `No one will be able to book this date. ${kept} You can unblock it at any time.`
}

function keptText({ sold, held, reserved = 0 }: StaffDeparture): string {
  const open = inCheckouts({ held, reserved })
  const parts = [
    sold > 0 && `${seatsText(sold)} sold`,
    reserved > 0 && `${seatsText(reserved)} reserved`,
    open > 0 && `${seatsText(open)} held in open checkouts`,
  ]
  const text = parts.filter((part) => part !== false).join(' and ')
  return `${text} ${sold + held === 1 ? 'isn’t' : 'aren’t'}`
}
