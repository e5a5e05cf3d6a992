import { Minus, Plus } from 'lucide-react'
import { useId, type ComponentType, type ReactNode } from 'react'

type Props = {
  name: string
  /** What is said under the name. */
  detail?: ReactNode
  count: number
  /** No limit if omitted. */
  most?: number
  onStep: (step: 1 | -1) => void
}

/** Another way to count, such as a field for a number. */
export type Counter = ComponentType<Omit<Props, 'onStep'> & { onStep: (step: number) => void }>

const round =
  'flex size-[min(2.75rem,14vw)] items-center justify-center rounded-pill border border-ink/35 transition-colors hover:border-ink hover:bg-sand active:translate-y-px aria-disabled:cursor-not-allowed aria-disabled:border-line aria-disabled:bg-transparent aria-disabled:text-ink-soft/60'

export function GuestCounter({ name, detail, count, most, onStep }: Props) {
  const labelId = useId()
  const isFull = most !== undefined && count >= most
  return (
    <div role="group" aria-labelledby={labelId} className="flex flex-wrap items-center justify-between gap-x-3 py-2 lg:py-1">
      <div className={detail === undefined ? undefined : 'min-w-0 flex-[1_1_8rem]'}>
        <span id={labelId} className="font-semibold">
          {name}
        </span>
        {detail}
      </div>
      <div className="flex items-center gap-1">
        <button
          type="button"
          aria-label={`Decrease ${name}`}
          aria-disabled={count === 0}
          onClick={() => count > 0 && onStep(-1)}
          className={round}
        >
          <Minus aria-hidden="true" className="size-4" />
        </button>
        <output aria-live="polite" className="min-w-[min(2.5rem,12vw)] text-center text-lg font-semibold tabular-nums">
          {count}
        </output>
        <button
          type="button"
          aria-label={`Increase ${name}`}
          aria-disabled={isFull || undefined}
          onClick={() => !isFull && onStep(1)}
          className={round}
        >
          <Plus aria-hidden="true" className="size-4" />
        </button>
      </div>
    </div>
  )
}
