import { useLayoutEffect, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import type { FieldName, Fields } from '#web/features/vehicles/draft/wizard-draft.ts'
import type { Checked } from '#web/lib/form-issues.ts'

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

type Rules<Values extends FieldValues> = Parameters<typeof useCheckedForm<Values, object>>[0]

/**
 * A form over part of the draft (`start`). Input goes into the draft at once, and changes to the draft from elsewhere come back: text from
 * another window, account details, or empty fields after starting over.
 */
export function useDraftForm<Values extends FieldValues>(rules: Rules<Values>) {
  const form = useCheckedForm<Values, object>(rules)
  // A later effect could undo a key pressed in the meantime.
  useLayoutEffect(() => form.adopt(rules.start))
  return form
}
