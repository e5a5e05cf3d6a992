import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import type { StaffTourDetails } from '#shared/tours/staff.ts'
import { ChangeList } from '../editor/change-list.tsx'
import type { SellingConflict } from './use-selling-editor.ts'

type Props = { base: StaffTourDetails; conflict: SellingConflict; onTakeOver: () => void; onDrop: () => void; onClose: () => void }

/** Shows what others saved during the edit, and lets the user decide whose options and prices to keep. */
export function SellingConflictDialog({ base, conflict: { theirs, changes }, onTakeOver, onDrop, onClose }: Props) {
  const isDisputed = JSON.stringify(base.selling) !== JSON.stringify(theirs.selling)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Someone else has changed this tour"
      footer={
        <>
          <Button variant="quiet" size="small" className="min-h-11 text-danger!" onClick={onDrop}>
            Discard mine and show theirs
          </Button>
          <Button size="small" className="min-h-11" data-first onClick={onTakeOver}>
            {isDisputed ? 'Replace theirs with mine' : 'Apply mine on top of theirs'}
          </Button>
        </>
      }
    >
      <p className="mb-3">Your changes haven’t been saved yet. While you were editing:</p>
      <ChangeList changes={changes} />
      {isDisputed ? (
        <Alert kind="warning" className="mt-4">
          You both changed options and prices. If you replace theirs with yours and save, theirs will be lost.
        </Alert>
      ) : (
        <p className="mt-4">They changed different parts, so both sets of changes can be kept.</p>
      )}
    </Dialog>
  )
}
