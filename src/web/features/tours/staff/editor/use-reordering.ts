import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { logProblem } from '#web/lib/log.ts'
import type { DraggedEntry, Edge } from './dragging.ts'

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
