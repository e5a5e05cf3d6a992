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
      title="Someone else has changed this tour"
      footer={
        <>
          <Button variant="quiet" size="small" className="min-h-11 text-danger!" onClick={onDrop}>
            Discard mine and show theirs
          </Button>
          <Button size="small" className="min-h-11" data-first onClick={onTakeOver}>
            Apply mine on top of theirs
          </Button>
        </>
      }
    >
      <p className="mb-3">Your changes haven’t been saved yet. While you were editing:</p>
      <ChangeList changes={changes} />
      {disputed.length > 0 ? (
        <Alert kind="warning" className="mt-4">
          You both changed {fieldNames(disputed)}. If you apply yours, your version is used.
        </Alert>
      ) : (
        <p className="mt-4">You changed different parts, so both sets of changes can be kept.</p>
      )}
    </Dialog>
  )
}
