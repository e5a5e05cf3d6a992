import type { DepartureWithSlots } from '#shared/tours/departures.ts'
import { ActButtons } from '#web/components/act-buttons.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { useSetCapacity } from './api/set-capacity.ts'
import { heldTexts } from './held-texts.ts'
import { seatsText } from './seat-bar.tsx'
import { SeatsDialog } from './seats-dialog.tsx'

type Props = {
  departure: DepartureWithSlots
  onClose: () => void
  onDone: (message: string) => void
  /** Leads to the departure's start times. */
  onSlots: () => void
}

/** Changes a departure's capacity, or leads to its start times if the tour has got options meanwhile. */
export function CapacityDialog({ departure, onClose, onDone, onSlots }: Props) {
  const setSeats = useSetCapacity(departure.id)
  if (departure.slots)
    return (
      <Dialog
        isOpen
        size="small"
        onClose={onClose}
        title="Seats are set by start time"
        footer={
          <ActButtons onKeep={onClose} first="act" onClick={onSlots}>
            View start times
          </ActButtons>
        }
      >
        <p>This tour now has options, so capacity is set for each start time instead of for the day.</p>
      </Dialog>
    )
  return (
    <SeatsDialog
      seats={departure}
      taken={[`${departure.sold} sold`, ...heldTexts(departure)].join(', ')}
      isSold={!departure.isBlocked}
      title="Change the capacity"
      label="Seats on this date"
      note="This date will keep its own capacity even if you change the tour’s."
      setSeats={setSeats}
      onClose={onClose}
      onDone={(capacity) => onDone(`The departure now has ${seatsText(capacity)}.`)}
    />
  )
}
