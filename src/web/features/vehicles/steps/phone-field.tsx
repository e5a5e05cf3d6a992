import type { ComponentProps } from 'react'
import { Field } from '#web/components/text-field.tsx'

type Props = Omit<ComponentProps<'input'>, 'className'> & { error: string | undefined }

/** A British number: +44 is shown, and the ten digits after it are typed. */
export function PhoneField({ error, ...input }: Props) {
  return (
    <Field label="Phone" error={error} hint="10 digits after +44.">
      {(control) => (
        <div className="relative">
          <span aria-hidden="true" className="pointer-events-none absolute inset-y-0 left-0 flex items-center pl-3.5 text-ink-soft">
            +44
          </span>
          <input
            {...input}
            {...control}
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            required
            maxLength={40}
            className="field-control pl-13"
          />
        </div>
      )}
    </Field>
  )
}
