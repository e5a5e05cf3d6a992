import { Panel } from '#web/components/panel.tsx'
import { TextArea, TextField } from '#web/components/text-field.tsx'
import type { SectionProps } from './tour-form.ts'

export function TextSection({ form: { field } }: SectionProps) {
  return (
    <Panel title="Text">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field('name')} label="Name" autoComplete="off" className="sm:col-span-2" />
        <TextField {...field('destination')} label="Destination" autoComplete="off" />
        <TextField {...field('tourType')} label="Type" autoComplete="off" hint="For example, small group or private." />
        <TextArea {...field('overview')} label="Overview" rows={6} className="sm:col-span-2" />
        <TextArea {...field('tags')} label="Tags" rows={4} hint="One per line. Travellers can search for them." className="sm:col-span-2" />
        <TextArea {...field('termsAndConditions')} label="Terms and conditions" rows={6} className="sm:col-span-2" />
      </div>
    </Panel>
  )
}
