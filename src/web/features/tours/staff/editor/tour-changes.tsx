import type { ReactNode } from 'react'
import type { TourChange } from '#shared/tours/changes.ts'
import { TOUR_FIELD_NAMES } from '#shared/tours/staff.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { momentText } from '#web/lib/moments.ts'

export function ChangeList({ changes }: { changes: readonly TourChange[] }) {
  return (
    <ol className="divide-y divide-line">
      {changes.map((change) => (
        <li key={change.version} className="py-2">
          <p>
            <span className="font-semibold">{change.by ?? 'Deleted account'}</span> {deed(change)}
          </p>
          <p className="text-xs text-ink-soft">{momentText(change.at)}</p>
        </li>
      ))}
    </ol>
  )
}

function deed({ change, fields }: TourChange): string {
  if (change === 'edited') return `changed ${fieldNames(fields)}`
  return { created: 'created the tour', published: 'published it', deactivated: 'unpublished it' }[change]
}

/** "the price, the overview and the itinerary". */
export function fieldNames(fields: readonly string[]): string {
  const names = fields.map((field) => TOUR_FIELD_NAMES[field as keyof typeof TOUR_FIELD_NAMES] ?? field)
  return new Intl.ListFormat('en-GB').format(names)
}

type ConflictProps = {
  changes: readonly TourChange[]
  takeOver: string
  onTakeOver: () => void
  onDrop: () => void
  onClose: () => void
  /** What both have changed. */
  children: ReactNode
}

/** Shows what others saved during the edit, and lets the user decide whose changes to keep. */
export function ConflictDialog({ changes, takeOver, onTakeOver, onDrop, onClose, children }: ConflictProps) {
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
            {takeOver}
          </Button>
        </>
      }
    >
      <p className="mb-3">Your changes haven’t been saved yet. While you were editing:</p>
      <ChangeList changes={changes} />
      {children}
    </Dialog>
  )
}
