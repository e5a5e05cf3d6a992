import { useId } from 'react'

type Props<Value extends string> = {
  legend: string
  isLegendHidden?: boolean
  value: Value
  choices: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

/** A few choices in one line. */
export function RadioLine<Value extends string>({ legend, isLegendHidden = false, value, choices, onChange }: Props<Value>) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className={isLegendHidden ? 'sr-only' : 'text-sm font-semibold'}>{legend}</legend>
      <div className="flex flex-wrap gap-x-6">
        {choices.map((choice) => (
          <label key={choice.value} className="flex min-h-11 items-center gap-2.5">
            <input
              type="radio"
              name={name}
              checked={value === choice.value}
              onChange={() => onChange(choice.value)}
              className="size-5 accent-coral-deep"
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
