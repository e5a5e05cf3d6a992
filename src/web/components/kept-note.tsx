import { momentText } from '#web/lib/moments.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'

type Props = {
  /** When it was typed (ISO 8601); without it the note is not shown. */
  at: string | undefined
  /** Whether the subject has changed since. */
  isOutdated?: boolean
  onDiscard: () => void
  className?: string
}

/** Says that earlier input has been restored, with a button to discard it. */
export function KeptNote({ at, isOutdated = false, onDiscard, className }: Props) {
  if (at === undefined) return null
  return (
    <Alert
      kind={isOutdated ? 'warning' : 'info'}
      className={className}
      action={
        <Button variant="quiet" size="small" className="-my-1.5 shrink-0" onClick={onDiscard}>
          Discard
        </Button>
      }
    >
      You have unsaved changes from {momentText(at)}.
      <span>{isOutdated && ' Someone else has changed this since then. Your changes are shown on top of theirs.'}</span>
    </Alert>
  )
}
