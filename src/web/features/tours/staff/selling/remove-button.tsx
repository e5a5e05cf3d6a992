import { X } from 'lucide-react'
import { classNames } from '#web/lib/class-names.ts'

type Props = { what: string; onRemove: () => void; className?: string }

/** Removes a row; `what` is said to screen readers. */
export function RemoveButton({ what, onRemove, className }: Props) {
  return (
    <button
      type="button"
      aria-label={`Remove ${what}`}
      onClick={onRemove}
      className={classNames(
        'flex size-11 shrink-0 items-center justify-center rounded-pill text-ink-soft hover:bg-sand hover:text-ink in-disabled:hidden',
        className,
      )}
    >
      <X aria-hidden="true" className="size-5" />
    </button>
  )
}
