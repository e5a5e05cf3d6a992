import type { Selling } from '#shared/tours/offers/selling-schema.ts'
import type { StaffTourDetails } from '#shared/tours/staff.ts'
import { Alert } from '#web/components/alert.tsx'
import { ConflictDialog } from '../editor/tour-changes.tsx'
import type { Conflict } from '../editor/use-tour-draft.ts'

type Props = {
  base: StaffTourDetails
  conflict: Conflict<Selling | null>
  onTakeOver: () => void
  onDrop: () => void
  onClose: () => void
}

export function SellingConflictDialog({ base, conflict: { theirs, changes }, ...acts }: Props) {
  const isDisputed = JSON.stringify(base.selling) !== JSON.stringify(theirs.selling)
  return (
    <ConflictDialog changes={changes} takeOver={isDisputed ? 'Replace theirs with mine' : 'Apply mine on top of theirs'} {...acts}>
      {isDisputed ? (
        <Alert kind="warning" className="mt-4">
          You both changed options and prices. If you replace theirs with yours and save, theirs will be lost.
        </Alert>
      ) : (
        <p className="mt-4">They changed different parts, so both sets of changes can be kept.</p>
      )}
    </ConflictDialog>
  )
}
