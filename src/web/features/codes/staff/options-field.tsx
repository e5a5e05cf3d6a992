import { useQueries } from '@tanstack/react-query'
import { codedTourQuery } from './api/get-coded-tour.ts'
import { optionsOf, withOption } from './chosen-options.ts'

type Props = {
  tourIds: readonly string[]
  /** Null: all. */
  optionIds: readonly string[] | null
  error: string | undefined
  onChange: (optionIds: string[] | null) => void
}

/** Some of the options of the chosen tours; nothing is asked where there is one. */
export function OptionsField({ tourIds, optionIds, error, onChange }: Props) {
  const tours = useQueries({ queries: tourIds.map((tourId) => codedTourQuery(tourId)) })
  const options = optionsOf(
    tours.map(({ data }) => data),
    optionIds,
  )
  if (options.length < 2 && optionIds === null) return null
  return (
    <fieldset aria-describedby="code-options-hint" className="min-w-0">
      <legend className="mb-1 text-sm font-semibold">Options for these tours</legend>
      {options.map(({ id, name }) => (
        <label key={id} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={optionIds?.includes(id) ?? false}
            onChange={({ target }) => onChange(withOption(optionIds, id, target.checked))}
            className="size-5 shrink-0 accent-coral-deep"
          />
          <span className="min-w-0 wrap-anywhere">{name}</span>
        </label>
      ))}
      <p id="code-options-hint" className="text-sm text-ink-soft">
        Leave unticked for all options.
      </p>
      <p aria-live="polite" className="text-sm font-medium text-danger not-empty:mt-1.5">
        {error}
      </p>
    </fieldset>
  )
}
