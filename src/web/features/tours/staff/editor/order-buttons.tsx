import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { Button } from '#web/components/button.tsx'

type Props = {
  what: string
  at: number
  count: number
  onMove: (to: number) => void
  onRemove: () => void
}

/** Moves a list entry up or down, or removes it. The buttons at either end are disabled rather than hidden, to keep the focus. */
export function OrderButtons({ what, at, count, onMove, onRemove }: Props) {
  return (
    <div className="flex">
      <Button
        variant="quiet"
        size="small"
        className="px-2.5! pointer-coarse:px-3.5!"
        aria-label={`Move ${what} up`}
        aria-disabled={at === 0}
        onClick={() => onMove(at - 1)}
      >
        <ArrowUp aria-hidden="true" className="size-4" />
      </Button>
      <Button
        variant="quiet"
        size="small"
        className="px-2.5! pointer-coarse:px-3.5!"
        aria-label={`Move ${what} down`}
        aria-disabled={at === count - 1}
        onClick={() => onMove(at + 1)}
      >
        <ArrowDown aria-hidden="true" className="size-4" />
      </Button>
      <Button
        variant="quiet"
        size="small"
        className="px-2.5! text-danger! pointer-coarse:px-3.5!"
        aria-label={`Remove ${what}`}
        onClick={onRemove}
      >
        <Trash2 aria-hidden="true" className="size-4" />
      </Button>
    </div>
  )
}
