import { useId } from 'react'

type Props = {
  isChecked: boolean
  isBusy: boolean
  onChange: (isChecked: boolean) => void
}

/** Lets staff book a walk-in on a departure that has left. */
export function WalkIn({ isChecked, isBusy, onChange }: Props) {
  const hintId = useId()
  return (
    <div className="mt-3 rounded-field border border-line px-4 py-2 has-checked:border-ink has-checked:bg-sun-tint">
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          aria-describedby={hintId}
          checked={isChecked}
          disabled={isBusy}
          onChange={({ target }) => onChange(target.checked)}
          className="size-5 shrink-0 accent-coral-deep"
        />
        Walk-in: they’re here now
      </label>
      <p id={hintId} className="pb-1 text-ink-soft">
        This departure may already have left. Tick this only if the guide is taking them along.
      </p>
    </div>
  )
}
