import { useId, useState, type ComponentProps } from 'react'
import type { Counter } from '#web/features/checkout/guest-counter.tsx'

/** Counts by typing or with the arrow keys, which is quicker than buttons for somebody who has the keyboard under their hands. */
export function CountField({ name, detail, count, most, onStep }: ComponentProps<Counter>) {
  const id = useId()
  // What is typed may be empty for a moment, which counts as none.
  const [typed, setTyped] = useState('')
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <label htmlFor={id} className="min-w-0 flex-[1_1_8rem]">
        <span id={`${id}-name`} className="font-semibold">
          {name}
        </span>
        <span id={`${id}-detail`}>{detail}</span>
      </label>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={0}
        max={most}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-detail`}
        value={toCount(typed) === count ? typed || '0' : count}
        onFocus={({ target }) => target.select()}
        // Enter ends a number that is typed while somebody speaks; it does not book.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        onChange={({ target }) => {
          setTyped(target.value)
          onStep(toCount(target.value) - count)
        }}
        className="field-control w-20! shrink-0 text-center tabular-nums"
      />
    </div>
  )
}

function toCount(typed: string): number {
  const count = Math.floor(Number(typed))
  return count > 0 ? count : 0
}
