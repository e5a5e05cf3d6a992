import { momentText } from '#web/lib/moments.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'

type Props = {
  /** The moment (ISO) at which it was typed; nothing is shown without one. */
  at: string | undefined
  /** Whether what it is about has changed since. */
  isOutdated?: boolean
  onDiscard: () => void
  className?: string
}

/** Says that what was typed here before is still here, and takes it away on demand. */
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
      Your unsaved changes from {momentText(at)} were kept.
      {isOutdated && ' Somebody else has changed this since: yours are shown on top of that.'}
    </Alert>
  )
}
