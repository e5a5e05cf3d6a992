import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { logProblem } from '#web/lib/log.ts'
import type { DraggedEntry, Edge } from './dragging.ts'

/** Lets an entry of a list be dragged to another place. `edge`: the side of it at which another one would come down. */
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
    // Without it there are the buttons.
    begin().catch((error: unknown) => logProblem('Entries cannot be dragged', error))
    return () => {
      isOver = true
      end?.()
    }
  }, [list, at, axis])
  return { place, dragged, grip, isDragged, edge }
}
