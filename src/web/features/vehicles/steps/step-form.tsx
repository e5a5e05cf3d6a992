import type { ReactNode } from 'react'
import { useCheckedFields } from '#web/components/use-checked-fields.ts'
import type { FieldName, Fields } from '#web/features/vehicles/draft/wizard-draft.ts'
import type { FieldIssues } from './wizard-issues.ts'

export type Bind = ReturnType<typeof useCheckedFields<FieldName>>['bind']

type Props = {
  id: string
  names: readonly FieldName[]
  fields: Fields
  issues: FieldIssues
  toldAtOnce?: boolean
  onChange: (name: FieldName, value: string) => void
  /** Everything is right, and the visitor wants to go on. */
  onDone: () => void
  children: (bind: Bind) => ReactNode
}

/** One step made of fields; it is left forwards only when nothing is wrong. */
export function StepForm({ id, names, fields, issues, toldAtOnce = false, onChange, onDone, children }: Props) {
  const { form, bind, checkAll } = useCheckedFields<FieldName>({ names, values: fields, issues, onChange, toldAtOnce })
  return (
    <form
      id={id}
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (checkAll()) onDone()
      }}
    >
      {children(bind)}
    </form>
  )
}
