import { useQuery } from '@tanstack/react-query'
import { deactivateTour, duplicateTour, previewDeactivation, publishTour } from '#shared/tours/staff-calls.ts'
import { missingToPublish, type DeactivationPreview, type StaffTourDetails, type TourFields } from '#shared/tours/staff.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { ActButtons, ActDialog } from '#web/components/form-dialog.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { queryOf } from '#web/lib/ask.ts'
import { CallError, messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useSend } from '#web/lib/use-send.ts'
import { seatsText } from '../departures/departure-state.tsx'
import { TOUR_LIST } from '../tour-queries.ts'
import { ConflictDialog, fieldNames } from './tour-changes.tsx'
import { mergeFields, type SavedFields } from './tour-draft.ts'
import type { Conflict } from './use-tour-draft.ts'

type Props = { tour: StaffTourDetails; onClose: () => void; onDone: (tour: StaffTourDetails) => void }

/** Publishes a tour, listing first what is still missing. */
export function PublishDialog({ tour, onClose, onDone }: Props) {
  const send = useSend(publishTour, TOUR_LIST)
  const publishing = useCall({ mutationFn: () => send({ params: { id: tour.id }, body: { version: tour.version } }), onSuccess: onDone })
  const refused = publishing.error instanceof CallError ? publishing.error.issues : []
  const missing = [...missingMessages(tour), ...refused.map(({ message }) => message)]
  return (
    <Dialog
      isOpen
      size="small"
      onClose={onClose}
      title={missing.length > 0 ? 'Not ready to publish' : 'Publish this tour'}
      footer={
        <>
          <Button variant="secondary" size="small" className="min-h-11" onClick={onClose}>
            {missing.length > 0 ? 'Back to the tour' : 'Not yet'}
          </Button>
          {missing.length === 0 && (
            <Button size="small" className="min-h-11" data-first isBusy={publishing.isPending} onClick={() => publishing.mutate()}>
              Publish
            </Button>
          )}
        </>
      }
    >
      {missing.length > 0 ? (
        <>
          <p className="mb-2">Still missing:</p>
          <ul className="list-disc space-y-1 pl-5">
            {[...new Set(missing)].map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </>
      ) : (
        <>
          {publishing.isError && (
            <Alert className="mb-4">{messageOf(publishing.error, 'We couldn’t publish the tour.', NO_RESPONSE)}</Alert>
          )}
          <p>Travellers will be able to find and book “{tour.fields.name}”. You can unpublish it at any time.</p>
        </>
      )}
    </Dialog>
  )
}

function missingMessages({ fields, pictures }: StaffTourDetails): string[] {
  const undescribed = pictures.filter(({ alt }) => alt === '').length
  const lines = missingToPublish(fields).map(({ message }) => message)
  return undescribed === 0 ? lines : [...lines, undescribed === 1 ? 'Please describe 1 picture' : `Please describe ${undescribed} pictures`]
}

/** `onDone` receives the new draft. */
export function DuplicateDialog({
  tour,
  onClose,
  onDone,
}: {
  tour: StaffTourDetails
  onClose: () => void
  onDone: (copy: StaffTourDetails) => void
}) {
  const send = useSend(duplicateTour, TOUR_LIST)
  const duplicating = useCall({ mutationFn: () => send({ params: { id: tour.id } }), onSuccess: onDone })
  return (
    <Dialog
      isOpen
      size="small"
      onClose={onClose}
      title="Duplicate this tour"
      footer={
        <ActButtons onKeep={onClose} keep="Cancel" first="act" isBusy={duplicating.isPending} onClick={() => duplicating.mutate()}>
          Duplicate
        </ActButtons>
      }
    >
      {duplicating.isError && (
        <Alert className="mb-4">{messageOf(duplicating.error, 'We couldn’t duplicate the tour.', NO_RESPONSE)}</Alert>
      )}
      <p>
        Creates a draft with all the text, pictures and prices from “{tour.fields.name}”. Listed dates, bookings and reviews aren’t copied.
      </p>
    </Dialog>
  )
}

type TourConflictProps = {
  base: SavedFields
  conflict: Conflict<TourFields>
  onTakeOver: () => void
  onDrop: () => void
  onClose: () => void
}

export function TourConflictDialog({ base, conflict: { theirs, mine, changes }, ...acts }: TourConflictProps) {
  const { disputed } = mergeFields(base, mine, theirs.fields)
  return (
    <ConflictDialog changes={changes} takeOver="Apply mine on top of theirs" {...acts}>
      {disputed.length > 0 ? (
        <Alert kind="warning" className="mt-4">
          You both changed {fieldNames(disputed)}. If you apply yours, your version is used.
        </Alert>
      ) : (
        <p className="mt-4">You changed different parts, so both sets of changes can be kept.</p>
      )}
    </ConflictDialog>
  )
}

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
