import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type Ref } from 'react'
import { Button } from '#web/components/button.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { logProblem } from '#web/lib/log.ts'
import type { DraggedEntry, Edge } from './dragging.ts'

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

/** The drag handle of a list entry. Keyboard and screen reader users have the buttons. */
export function Grip({ ref, className }: { ref?: Ref<HTMLSpanElement>; className?: string }) {
  return (
    <span
      ref={ref}
      aria-hidden="true"
      className={classNames('flex shrink-0 cursor-grab items-center justify-center active:cursor-grabbing in-disabled:hidden', className)}
    >
      <GripVertical className="size-4.5" />
    </span>
  )
}

const SIDES = {
  top: 'inset-x-0 top-0 h-1 -translate-y-1/2',
  bottom: 'inset-x-0 bottom-0 h-1 translate-y-1/2',
  left: 'inset-y-0 left-0 w-1',
  right: 'inset-y-0 right-0 w-1',
}

/** Marks where the dragged entry would land. The parent must be `relative`. */
export function DropLine({ edge }: { edge: keyof typeof SIDES | null }) {
  return edge && <span aria-hidden="true" className={classNames('pointer-events-none absolute z-10 rounded-pill bg-coral', SIDES[edge])} />
}

/** Makes a list entry draggable. `edge` is the side on which the dragged entry would land. */
export function useReordering({ list, at, axis, onMove }: Pick<DraggedEntry, 'list' | 'at' | 'axis' | 'onMove'>) {
  const place = useRef<HTMLLIElement>(null)
  const dragged = useRef<HTMLDivElement>(null)
  const grip = useRef<HTMLSpanElement>(null)
  const [edge, setEdge] = useState<Edge | null>(null)
  const [isDragged, setIsDragged] = useState(false)
  const move = useEffectEvent(onMove)
  useEffect(() => {
    const [entry, part] = [place.current, dragged.current]
    if (!entry || !part) return
    let end: (() => void) | undefined
    let isOver = false
    const begin = async () => {
      const { letDrag } = await import('./dragging.ts')
      if (isOver) return
      const elements = { place: entry, dragged: part, grip: grip.current }
      end = letDrag({ list, at, axis, elements, onEdge: setEdge, onDragging: setIsDragged, onMove: (to) => move(to) })
    }
    // If this fails, there are still the buttons.
    begin().catch((error: unknown) => logProblem('Entries cannot be dragged', error))
    return () => {
      isOver = true
      end?.()
    }
  }, [list, at, axis])
  return { place, dragged, grip, isDragged, edge }
}

/** Moves an item of a list; returns the list unchanged if `to` is out of range. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length) return [...items]
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}
