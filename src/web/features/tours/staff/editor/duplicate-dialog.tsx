import type { StaffTourDetails } from '#shared/tours/staff.ts'
import { ActButtons } from '#web/components/act-buttons.tsx'
import { Alert } from '#web/components/alert.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { useDuplicateTour } from '../api/duplicate-tour.ts'

type Props = { tour: StaffTourDetails; onClose: () => void; /** Receives the new draft. */ onDone: (copy: StaffTourDetails) => void }

export function DuplicateDialog({ tour, onClose, onDone }: Props) {
  const duplicating = useDuplicateTour(tour.id, onDone)
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
