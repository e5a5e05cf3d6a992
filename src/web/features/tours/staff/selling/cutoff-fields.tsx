import { TextField } from '#web/components/text-field.tsx'
import type { OptionProps } from './option-props.ts'
import { RadioLine } from './radio-line.tsx'

const KINDS = [
  { value: 'tour', label: 'Same as the tour' },
  { value: 'hours', label: 'Hours before it starts' },
  { value: 'day', label: 'At a set time, days before' },
] as const

/** When the departures of an option stop being sold. */
export function CutoffFields({ form, at, option: { cutoff }, onChange }: OptionProps) {
  const path = `options.${at}.cutoff` as const
  return (
    <div>
      <RadioLine
        legend="On sale until"
        value={cutoff.kind}
        choices={KINDS}
        onChange={(kind) => onChange({ cutoff: { ...cutoff, kind } })}
      />
      {cutoff.kind === 'hours' && (
        <TextField
          {...form.field(`${path}.hoursBefore`)}
          label="Hours before"
          inputMode="numeric"
          autoComplete="off"
          className="mt-2 max-w-40"
        />
      )}
      {cutoff.kind === 'day' && (
        <div className="mt-2 grid max-w-80 grid-cols-2 gap-3">
          <TextField
            {...form.field(`${path}.daysBefore`)}
            label="Days before"
            inputMode="numeric"
            autoComplete="off"
            hint="0 means the same day."
          />
          <TextField {...form.field(`${path}.time`)} label="Until" type="time" />
        </div>
      )}
    </div>
  )
}
