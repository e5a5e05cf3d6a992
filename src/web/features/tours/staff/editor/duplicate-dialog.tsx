import type { StaffTourDetails } from '#shared/tours/staff.ts'
import { ActButtons } from '#web/components/act-buttons.tsx'
import { Alert } from '#web/components/alert.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useSend } from '#web/lib/use-send.ts'
import { duplicateTour } from '#shared/tours/staff-calls.ts'
import { TOUR_LIST } from '../tour-queries.ts'

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
