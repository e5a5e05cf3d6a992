import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'

type GroupProps = { id: string; legend: string; error: string | undefined; className?: string; children: ReactNode }

/** A question of the card with its answers; an error stands under them. */
export function ChoiceGroup({ id, legend, error, className, children }: GroupProps) {
  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={error && `${id}-error`} className="mt-5 min-w-0 scroll-mt-28 rounded-field">
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className={classNames('grid gap-2', className)}>{children}</div>
      <div aria-live="polite">
        {error !== undefined && (
          <p id={`${id}-error`} className="mt-2 text-sm font-medium text-danger">
            {error}
          </p>
        )}
      </div>
    </fieldset>
  )
}

type CardProps = {
  name: string
  value: string
  isChosen: boolean
  isDisabled?: boolean
  onChoose: (value: string) => void
  children: ReactNode
}

/** A large radio button. */
export function ChoiceCard({ name, value, isChosen, isDisabled = false, onChoose, children }: CardProps) {
  return (
    <label className="flex min-h-13 cursor-pointer items-start gap-3 rounded-field border border-line-strong px-[min(1rem,4vw)] py-3 transition-colors hover:border-ink has-checked:border-ink has-checked:bg-cream has-checked:ring-1 has-checked:ring-ink has-disabled:cursor-not-allowed has-disabled:border-line has-disabled:bg-sand/60 has-disabled:text-ink-soft">
      <input
        type="radio"
        name={name}
        value={value}
        checked={isChosen}
        disabled={isDisabled}
        onChange={() => onChoose(value)}
        className="mt-0.5 size-5 shrink-0 accent-coral-deep"
      />
      <span className="min-w-0 flex-1">{children}</span>
    </label>
  )
}
