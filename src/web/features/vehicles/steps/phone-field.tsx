import type { ChangeEvent, FocusEvent } from 'react'
import { shownPhone } from '#shared/vehicles/contacts.ts'
import { Field } from '#web/components/text-field.tsx'
import type { StepFields } from './step-form.tsx'

/** A British number: +44 is shown as a prefix to the ten digits. A +44 or 0 that is pasted in or autofilled is dropped. */
export function PhoneField({ error, onChange, onBlur, ...input }: ReturnType<StepFields['field']>) {
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { target, nativeEvent } = event
    if (nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertFromPaste') target.value = shownPhone(target.value)
    onChange(event)
  }
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    const { target } = event
    const value = shownPhone(target.value)
    if (value !== target.value) {
      target.value = value
      onChange({ target, type: 'change' })
    }
    onBlur(event)
  }
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
            onChange={change}
            onBlur={leave}
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
