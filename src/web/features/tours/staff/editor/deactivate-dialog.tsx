import { useQuery } from '@tanstack/react-query'
import type { DeactivationPreview, StaffTourDetails } from '#shared/tours/staff.ts'
import { ActButtons } from '#web/components/act-buttons.tsx'
import { Alert } from '#web/components/alert.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { useDeactivateTour } from '../api/deactivate-tour.ts'
import { seatsText } from '../departures/seat-bar.tsx'
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
      title="Take this tour off the site"
      footer={
        <ActButtons
          onKeep={onClose}
          keep="Keep it on the site"
          first="keep"
          variant="danger"
          disabled={!data}
          isBusy={deactivating.isPending}
          onClick={() => deactivating.mutate()}
        >
          Take it off
        </ActButtons>
      }
    >
      {failure && <Alert className="mb-4">{messageOf(failure, 'That did not work. Please try again.', NO_RESPONSE)}</Alert>}
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
      ? 'Nobody is paying for it at the moment.'
      : `${openCheckouts === 1 ? '1 open checkout is' : `${openCheckouts} open checkouts are`} closed within a minute (${seatsText(heldSeats)}). What is paid before counts; what is paid later goes back in full.`
  const reserved =
    reservations > 0 &&
    `${reservations === 1 ? '1 reservation stays' : `${reservations} reservations stay`} (${seatsText(reservedSeats)}), and can be paid until ${reservations === 1 ? 'it is' : 'they are'} due.`
  const booked =
    bookings === 0
      ? 'Nobody has a booking from today on.'
      : `${bookings === 1 ? '1 booking stays' : `${bookings} bookings stay`} (${guests === 1 ? '1 traveller' : `${guests} travellers`}): they travel as agreed, and no money moves.`
  const lines = [
    'Travellers no longer find it, and nobody can begin to book it.',
    checkouts,
    reserved,
    booked,
    'It can be published again at any time.',
  ]
  return lines.filter((line) => line !== false)
}
