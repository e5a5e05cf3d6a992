import { useQuery } from '@tanstack/react-query'
import { deactivateTour, previewDeactivation } from '#shared/tours/staff-calls.ts'
import type { DeactivationPreview, StaffTourDetails } from '#shared/tours/staff.ts'
import { ActDialog } from '#web/components/form-dialog.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { queryOf } from '#web/lib/ask.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useSend } from '#web/lib/use-send.ts'
import { seatsText } from '../departures/seat-bar.tsx'
import { TOUR_LIST } from '../tour-queries.ts'

type Props = { tour: StaffTourDetails; onClose: () => void; onDone: (tour: StaffTourDetails) => void }

/** Unpublishes a tour, explaining first what will happen to open checkouts and bookings. */
export function DeactivateDialog({ tour: { id, version }, onClose, onDone }: Props) {
  const key = [...consoleKey('tours'), 'deactivation', id]
  const { data, error } = useQuery(queryOf(previewDeactivation, { params: { id } }, { key, staleTime: 0, gcTime: 0 }))
  const send = useSend(deactivateTour, TOUR_LIST)
  const deactivating = useCall({ mutationFn: () => send({ params: { id }, body: { version } }), onSuccess: onDone })
  return (
    <ActDialog
      call={{ ...deactivating, error: deactivating.error ?? error }}
      title="Unpublish this tour"
      keep="Keep it published"
      first="keep"
      variant="danger"
      disabled={!data}
      act="Unpublish"
      onClose={onClose}
    >
      {!data && !error && <Skeleton className="h-32" />}
      {data && (
        <ul className="list-disc space-y-1 pl-5">
          {deactivationLines(data).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </ActDialog>
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
