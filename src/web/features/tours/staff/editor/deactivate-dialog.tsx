import { useQuery } from '@tanstack/react-query'
import type { DeactivationPreview, StaffTourDetails } from '#shared/tours/staff.ts'
import { ActButtons } from '#web/components/act-buttons.tsx'
import { Alert } from '#web/components/alert.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { useDeactivateTour } from '../api/deactivate-tour.ts'
import { seatsText } from '../departures/departure-state.tsx'
import { deactivationQuery } from '../api/get-deactivation.ts'

type Props = { tour: StaffTourDetails; onClose: () => void; onDone: (tour: StaffTourDetails) => void }

/** Deactivates a tour, explaining first what happens to open checkouts and bookings. */
export function DeactivateDialog({ tour, onClose, onDone }: Props) {
  const { data, error } = useQuery(deactivationQuery(tour.id))
  const deactivating = useDeactivateTour(tour, onDone)
  const failure = deactivating.error ?? error
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Unpublish this tour"
      footer={
        <ActButtons
          onKeep={onClose}
          keep="Keep it published"
          first="keep"
          variant="danger"
          disabled={!data}
          isBusy={deactivating.isPending}
          onClick={() => deactivating.mutate()}
        >
          Unpublish
        </ActButtons>
      }
    >
      {failure && <Alert className="mb-4">{messageOf(failure, 'That didn’t work. Please try again.', NO_RESPONSE)}</Alert>}
      {!data && !error && <Skeleton className="h-32" />}
      {data && (
        <ul className="list-disc space-y-1 pl-5">
          {deactivationLines(data).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function deactivationLines(preview: DeactivationPreview): string[] {
  const { openCheckouts, heldSeats, reservations = 0, reservedSeats = 0, bookings, guests } = preview
  const checkouts =
    openCheckouts === 0
      ? 'No one is checking out at the moment.'
      : `${openCheckouts === 1 ? '1 open checkout will be' : `${openCheckouts} open checkouts will be`} closed within a minute (${seatsText(heldSeats)}). Payments made before then are accepted; later ones are refunded in full.`
  const reserved =
    reservations > 0 &&
    `${reservations === 1 ? '1 reservation remains valid' : `${reservations} reservations remain valid`} (${seatsText(reservedSeats)}), and can be paid until ${reservations === 1 ? 'it is' : 'they are'} due.`
  const booked =
    bookings === 0
      ? 'There are no upcoming bookings.'
      : `${bookings === 1 ? '1 booking isn’t affected' : `${bookings} bookings aren’t affected`} (${guests === 1 ? '1 traveller' : `${guests} travellers`}): they travel as planned and nothing is refunded.`
  const lines = ['Travellers won’t be able to find or book it.', checkouts, reserved, booked, 'You can publish it again at any time.']
  return lines.filter((line) => line !== false)
}
