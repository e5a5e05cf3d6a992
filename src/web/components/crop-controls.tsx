import { useId, useRef, type PointerEvent } from 'react'

type Props = {
  label: string
  value: number
  min: number
  max: number
  disabled?: boolean
  onChange: (value: number) => void
}

/** A slider with a hundred steps, moved by pointer or arrow keys. */
export function Slider({ label, value, min, max, disabled = false, onChange }: Props) {
  const id = useId()
  const percent = max > min ? Math.round(((value - min) / (max - min)) * 100) : 0
  return (
    <div className="grid grid-cols-[7.5rem_minmax(0,1fr)] items-center gap-3">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        value={percent}
        disabled={disabled}
        aria-valuetext={`${percent} %`}
        onChange={(event) => onChange(min + (Number(event.target.value) / 100) * (max - min))}
        className="h-11 w-full rounded-pill accent-coral-deep disabled:opacity-50"
      />
    </div>
  )
}

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
