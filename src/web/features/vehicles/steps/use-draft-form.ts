import { useLayoutEffect } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useCheckedForm } from '#web/components/use-checked-form.ts'

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
