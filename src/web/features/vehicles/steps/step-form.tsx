import type { ReactNode } from 'react'
import type { FieldName, Fields } from '#web/features/vehicles/draft/wizard-draft.ts'
import type { Checked } from '#web/lib/form-issues.ts'
import { useDraftForm } from './use-draft-form.ts'

export type StepFields = Pick<ReturnType<typeof useDraftForm<Fields>>, 'field' | 'choice'>

type Props = {
  id: string
  fields: Fields
  check: (fields: Fields) => Checked<object>
  isToldAtOnce?: boolean
  onChange: (name: FieldName, value: string) => void
  /** Called when all fields are valid and the visitor continues. */
  onDone: () => void
  children: (form: StepFields) => ReactNode
}

/** A step made of fields; it cannot be left forwards while any is invalid. */
export function StepForm({ id, fields, check, isToldAtOnce = false, onChange, onDone, children }: Props) {
  const form = useDraftForm<Fields>({
    start: fields,
    check,
    isToldAtOnce,
    onChange: (values, name) => onChange(name, values[name]),
    send: onDone,
  })
  return (
    <form {...form.props} id={id}>
      {children(form)}
    </form>
  )
}
