import { useLayoutEffect } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useCheckedForm } from '#web/components/use-checked-form.ts'

type Rules<Values extends FieldValues> = Parameters<typeof useCheckedForm<Values, object>>[0]

/**
 * A form over a part of the draft, its `start`: what is typed goes there at once, and what changes there comes back,
 * such as what another window typed, the account's details, or nothing after a new start.
 */
export function useDraftForm<Values extends FieldValues>(rules: Rules<Values>) {
  const form = useCheckedForm<Values, object>(rules)
  // Before the next key can be pressed: a later effect would put back what that key has just changed.
  useLayoutEffect(() => form.adopt(rules.start))
  return form
}
