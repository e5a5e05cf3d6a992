type Props = {
  legend: string
  chosen: readonly string[]
  choices: readonly { value: string; label: string }[]
  error?: string | undefined
  onChange: (chosen: string[]) => void
}

/** Any of a few things, in one line. */
export function CheckBoxes({ legend, chosen, choices, error, onChange }: Props) {
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-x-6">
        {choices.map(({ value, label }) => (
          <label key={value} className="flex min-h-11 items-center gap-2.5">
            <input
              type="checkbox"
              aria-invalid={error ? true : undefined}
              checked={chosen.includes(value)}
              onChange={({ target }) => onChange(target.checked ? [...chosen, value] : chosen.filter((each) => each !== value))}
              className="size-5 accent-coral-deep"
            />
            {label}
          </label>
        ))}
      </div>
      <div aria-live="polite">{error && <p className="text-sm font-medium text-danger">{error}</p>}</div>
    </fieldset>
  )
}
