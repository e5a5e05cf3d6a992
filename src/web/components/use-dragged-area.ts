import { useRef, type PointerEvent } from 'react'

type Point = { x: number; y: number }

/** Props of an area whose content follows the pointer. `onDrag` receives the movement in fractions of the area's sides. */
export function useDraggedArea(isDisabled: boolean, onDrag: (byX: number, byY: number) => void) {
  const held = useRef<Point>(undefined)
  const release = () => void (held.current = undefined)
  return {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      held.current = { x: event.clientX, y: event.clientY }
    },
    onPointerMove: ({ currentTarget, clientX, clientY }: PointerEvent) => {
      if (!held.current || isDisabled) return
      onDrag((clientX - held.current.x) / currentTarget.clientWidth, (clientY - held.current.y) / currentTarget.clientHeight)
      held.current = { x: clientX, y: clientY }
    },
    onPointerUp: release,
    onPointerCancel: release,
  }
}
