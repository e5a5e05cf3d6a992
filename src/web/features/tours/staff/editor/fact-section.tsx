import { DIFFICULTIES, DIFFICULTY_NAMES } from '#shared/tours/facts.ts'
import { Panel } from '#web/components/panel.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { TextArea, TextField } from '#web/components/text-field.tsx'
import type { SectionProps } from './tour-form.ts'

const OPTIONS = DIFFICULTIES.map((difficulty) => ({ value: difficulty, label: DIFFICULTY_NAMES[difficulty] }))

export function FactSection({ form: { field, choice } }: SectionProps) {
  return (
    <Panel title="Facts">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextArea {...field('facts.included')} label="Included" isOptional rows={4} hint="One per line." />
        <TextArea {...field('facts.notIncluded')} label="Not included" isOptional rows={4} hint="One per line." />
        <TextField {...field('facts.meetingPoint')} label="Meeting point" isOptional autoComplete="off" />
        <TextField {...field('facts.startTime')} label="Start" isOptional type="time" hint="Local time." />
        <SelectField
          {...choice('facts.difficulty')}
          label="Difficulty"
          isOptional
          options={OPTIONS}
          placeholder="Not specified"
          clearable
        />
        <TextField
          {...field('facts.leastAge')}
          label="Minimum age"
          isOptional
          inputMode="numeric"
          autoComplete="off"
          hint="Advisory only: no one is refused."
        />
        <TextArea {...field('facts.guideLanguages')} label="Guide’s languages" isOptional rows={3} hint="One language per line." />
      </div>
    </Panel>
  )
}
