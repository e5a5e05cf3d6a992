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
  const changing = useSetBlocked(id, !isBlocked, () =>
    onDone(isBlocked ? doneText(isOnSale) : 'The date is blocked: nothing more is sold.'),
  )
  return (
    <Dialog
      isOpen
      size="small"
      onClose={onClose}
      title={isBlocked ? 'Put this date back on sale' : 'Block this date'}
      footer={
        <ActButtons onKeep={onClose} first="act" isBusy={changing.isPending} onClick={() => changing.mutate()}>
          {isBlocked ? 'Put it on sale' : 'Block the date'}
        </ActButtons>
      }
    >
      {changing.isError && <Alert className="mb-4">{messageOf(changing.error, 'That did not work. Please try again.', NO_RESPONSE)}</Alert>}
      <p>{consequence(departure)}</p>
    </Dialog>
  )
}

function doneText(isOnSale: boolean): string {
  return isOnSale ? 'The date is on sale again.' : 'The date is no longer blocked. Its tour is still off sale.'
}

function consequence(departure: DepartureWithSlots): string {
  const { isBlocked, isOnSale, capacity, sold, held } = departure
  if (isBlocked && !isOnSale) return 'Its tour is off sale: nothing can be booked until the tour is published again.'
  if (isBlocked && departure.slots) return 'What is left at its start times can be booked again at once.'
  if (isBlocked) return `${seatsText(Math.max(0, capacity - sold - held))} can be booked again at once.`
  const kept = sold + held === 0 ? 'Nobody has a seat on it.' : `${keptText(departure)} as they are: no booking ends and no money moves.`
  return `From now on nobody can book this date. ${kept} It can be put back on sale at any time.`
}

function keptText({ sold, held, reserved = 0 }: StaffDeparture): string {
  const open = inCheckouts({ held, reserved })
  const parts = [
    sold > 0 && `${seatsText(sold)} sold`,
    reserved > 0 && `${seatsText(reserved)} reserved`,
    open > 0 && `${seatsText(open)} held in open checkouts`,
  ]
  const text = parts.filter((part) => part !== false).join(' and ')
  return `${text} ${sold + held === 1 ? 'stays' : 'stay'}`
}
