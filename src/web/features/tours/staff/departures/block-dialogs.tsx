import { blockDeparture, closeSlot, openSlot, unblockDeparture } from '#shared/tours/departure-calls.ts'
import type { DepartureSlot } from '#shared/tours/departure-slots.ts'
import type { DepartureWithSlots, StaffDeparture } from '#shared/tours/departures.ts'
import { ActDialog } from '#web/components/form-dialog.tsx'
import { consoleKey } from '#web/lib/console-key.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useSend } from '#web/lib/use-send.ts'
import { inCheckouts, seatsText } from './departure-state.tsx'
import { slotName } from './slot-texts.ts'

type Props = {
  departure: DepartureWithSlots
  onClose: () => void
  /** `message` says what was done. */
  onDone: (message: string) => void
}

/** Blocks a departure or puts it back on sale, explaining the consequences first. */
export function BlockDialog({ departure, onClose, onDone }: Props) {
  const { id, isBlocked, isOnSale } = departure
  const send = useSend(isBlocked ? unblockDeparture : blockDeparture, consoleKey('departures'))
  const changing = useCall({
    mutationFn: async () => send({ params: { id } }),
    onSuccess: () => onDone(isBlocked ? doneText(isOnSale) : 'Date blocked.'),
  })
  return (
    <ActDialog
      call={changing}
      size="small"
      onClose={onClose}
      title={isBlocked ? 'Unblock this date' : 'Block this date'}
      act={isBlocked ? 'Unblock date' : 'Block date'}
    >
      <p>{consequence(departure)}</p>
    </ActDialog>
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

type SlotProps = { departureId: string; slot: DepartureSlot; onClose: () => void; onDone: (message: string) => void }

/** Closes a start time for sale or opens it again, explaining the consequences first. */
export function SlotCloseDialog({ departureId, slot, onClose, onDone }: SlotProps) {
  const { isClosed, capacityGroup, startTime } = slot
  const name = slotName(slot)
  const send = useSend(isClosed ? openSlot : closeSlot, consoleKey('departures'))
  const changing = useCall({
    mutationFn: async () => send({ params: { id: departureId }, body: { capacityGroup, startTime } }),
    onSuccess: () => onDone(isClosed ? `${name}: unblocked.` : `${name}: blocked.`),
  })
  return (
    <ActDialog
      call={changing}
      size="small"
      onClose={onClose}
      title={isClosed ? 'Unblock this start time' : 'Block this start time'}
      act={isClosed ? 'Unblock' : 'Block'}
    >
      <p className="mb-3 font-semibold">{name}</p>
      <p>{slotConsequence(slot)}</p>
    </ActDialog>
  )
}

function slotConsequence({ isClosed, capacity, sold, held, options }: DepartureSlot): string {
  if (isClosed) return `${seatsText(Math.max(0, capacity - sold - held))} can be booked again straight away.`
  const taken = sold + held
  const kept =
    taken === 0
      ? 'No seats have been taken.'
      : `${seatsText(taken)} sold or held ${taken === 1 ? 'stays' : 'stay'} as ${taken === 1 ? 'it is' : 'they are'}; seats given up won’t be resold.`
  const all = options.length > 1 ? ' This also applies to every option that shares its seats.' : ''
  return `No one will be able to book it on this day.${all} ${kept} You can unblock it at any time.`
}
