import { useLayoutEffect } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useCheckedForm } from '#web/components/use-checked-form.ts'

type Rules<Values extends FieldValues> = Parameters<typeof useCheckedForm<Values, object>>[0]

/**
 * Returns a form over a part of the draft, its `start`: what is typed goes into the draft at once, and what changes there
 * comes back, such as the text of another window, the account's details, or empty fields after starting over.
 */
export function useDraftForm<Values extends FieldValues>(rules: Rules<Values>) {
  const form = useCheckedForm<Values, object>(rules)
  // Before the next key can be pressed: a later effect would undo what that key has just changed.
  useLayoutEffect(() => form.adopt(rules.start))
  return form
}
