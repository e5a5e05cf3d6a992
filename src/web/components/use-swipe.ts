import { useRef, type PointerEvent } from 'react'

const ENOUGH_PX = 48

/** Detects a horizontal swipe: 1 for next, -1 for previous. */
export function useSwipe(onSwipe: (by: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onPointerDown: (event: PointerEvent) => {
      start.current = event.pointerType === 'mouse' ? null : { x: event.clientX, y: event.clientY }
    },
    onPointerUp: (event: PointerEvent) => {
      if (!start.current) return
      const x = event.clientX - start.current.x
      const y = event.clientY - start.current.y
      start.current = null
      if (Math.abs(x) >= ENOUGH_PX && Math.abs(x) > Math.abs(y) * 1.5) onSwipe(x < 0 ? 1 : -1)
    },
  }
}
