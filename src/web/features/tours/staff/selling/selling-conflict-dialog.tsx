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
      title="Somebody else has changed this tour"
      footer={
        <>
          <Button variant="quiet" size="small" className="min-h-11 text-danger!" onClick={onDrop}>
            Drop mine, show theirs
          </Button>
          <Button size="small" className="min-h-11" data-first onClick={onTakeOver}>
            {isDisputed ? 'Put mine in place of theirs' : 'Put mine on top of theirs'}
          </Button>
        </>
      }
    >
      <p className="mb-3">Your changes have not been saved yet. While you were writing:</p>
      <ChangeList changes={changes} />
      {isDisputed ? (
        <Alert kind="warning" className="mt-4">
          You have both changed options and prices. If you put yours in place of theirs and save, theirs are gone.
        </Alert>
      ) : (
        <p className="mt-4">They have changed other parts, so both fit together.</p>
      )}
    </Dialog>
  )
}
