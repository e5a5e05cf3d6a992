import { CircleAlert, Star } from 'lucide-react'
import { useId, type Ref } from 'react'
import { classNames } from '#web/lib/class-names.ts'

const WORDS = ['', 'Poor', 'Fair', 'Good', 'Very good', 'Excellent']

type Props = {
  label: string
  name: string
  /** '1' to '5', or empty. */
  value: string
  error: string | undefined
  onValueChange: (value: string) => void
  ref?: Ref<HTMLInputElement>
}

/** One to five stars as a radio group: the arrow keys select, and each star has a label that says what it means. */
export function RatingField({ label, name, value, error, onValueChange, ref }: Props) {
  const errorId = useId()
  const chosen = Number(value)
  return (
    <fieldset aria-describedby={error ? errorId : undefined} className="min-w-0">
      <legend className="mb-1 text-sm font-semibold">{label}</legend>
      <div className="flex flex-wrap items-center gap-x-3">
        <div className="-ml-2 flex">
          {[1, 2, 3, 4, 5].map((stars) => (
            <label
              key={stars}
              className="flex size-11 items-center justify-center rounded-field has-focus-visible:outline-3 has-focus-visible:-outline-offset-2 has-focus-visible:outline-coral-deep"
            >
              <input
                {...(stars === 1 && { ref })}
                type="radio"
                name={name}
                value={stars}
                checked={chosen === stars}
                onChange={(event) => onValueChange(event.target.value)}
                aria-label={`${stars} ${stars === 1 ? 'star' : 'stars'}, ${WORDS[stars]}`}
                className="sr-only"
              />
              <Star
                aria-hidden="true"
                className={classNames(
                  'size-8 transition-colors',
                  stars <= chosen ? 'fill-sun text-sun-deep' : 'text-line-strong hover:text-ink',
                )}
              />
            </label>
          ))}
        </div>
        <span aria-hidden="true" className="text-ink-soft">
          {WORDS[chosen]}
        </span>
      </div>
      <div aria-live="polite">
        {error && (
          <p id={errorId} className="mt-1.5 flex items-start gap-1.5 text-sm font-medium text-danger">
            <CircleAlert aria-hidden="true" className="mt-1 size-4 shrink-0" />
            {error}
          </p>
        )}
      </div>
    </fieldset>
  )
}
