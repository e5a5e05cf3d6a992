import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import type { SavedFields } from './tour-draft.ts'
import { ChangeList } from './change-list.tsx'
import { fieldNames, mergeFields } from './merged-fields.ts'
import type { Conflict } from './use-tour-editor.ts'

type Props = { base: SavedFields; conflict: Conflict; onTakeOver: () => void; onDrop: () => void; onClose: () => void }

/** Shows what others saved during the edit, and lets the user decide which changes to keep. */
export function ConflictDialog({ base, conflict: { theirs, mine, changes }, onTakeOver, onDrop, onClose }: Props) {
  const { disputed } = mergeFields(base, mine, theirs.fields)
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
            Put mine on top of theirs
          </Button>
        </>
      }
    >
      <p className="mb-3">Your changes have not been saved yet. While you were writing:</p>
      <ChangeList changes={changes} />
      {disputed.length > 0 ? (
        <Alert kind="warning" className="mt-4">
          You have both changed {fieldNames(disputed)}. On top of theirs, yours counts there.
        </Alert>
      ) : (
        <p className="mt-4">You have changed other parts, so both fit together.</p>
      )}
    </Dialog>
  )
}
