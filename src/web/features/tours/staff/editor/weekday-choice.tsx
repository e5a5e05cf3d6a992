import { WEEKDAYS } from '#shared/run-days.ts'

type Props = { weekdays: readonly number[]; error: string | undefined; onChange: (weekdays: number[]) => void }

/** The seven weekdays as pills, of which any can be pressed. */
export function WeekdayChoice({ weekdays, error, onChange }: Props) {
  return (
    <div className="flex flex-wrap gap-1.5">
      {WEEKDAYS.map((name, at) => (
        <label
          key={name}
          className="relative flex min-h-11 min-w-12 cursor-pointer items-center justify-center rounded-pill border border-line px-3 text-sm font-semibold select-none hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-coral-deep"
        >
          <input
            type="checkbox"
            aria-label={name}
            aria-invalid={error ? true : undefined}
            checked={weekdays.includes(at + 1)}
            onChange={({ target }) =>
              onChange(target.checked ? [...weekdays, at + 1].toSorted() : weekdays.filter((each) => each !== at + 1))
            }
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <span aria-hidden="true">{name.slice(0, 3)}</span>
        </label>
      ))}
    </div>
  )
}
