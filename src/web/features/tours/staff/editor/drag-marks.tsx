import { GripVertical } from 'lucide-react'
import type { Ref } from 'react'
import { classNames } from '#web/lib/class-names.ts'

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
