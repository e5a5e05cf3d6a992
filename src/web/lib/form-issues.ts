import { get, set, type FieldErrors, type FieldValues } from 'react-hook-form'
import { CallError } from '#web/lib/call-error.ts'

/** What is wrong with one field. A schema gives the path in parts, the server as dotted text. */
type FieldIssue = { path: string | readonly PropertyKey[]; message: string }

/** A form's content as it is sent, or what is wrong with it: the shape of a schema's `safeParse`. */
export type Checked<Body> = { success: true; data: Body } | { success: false; error: { issues: readonly FieldIssue[] } }

/** The message of each wrong field, by its dotted path. */
export type FieldMessages = { [path: string]: string }

export function messagesOf(checked: Checked<unknown>): FieldMessages {
  return checked.success ? {} : firstByField(checked.error.issues)
}

/** Returns what the server says is wrong with the fields of this form; undefined when it says something else. */
export function refusalsOf(error: unknown, values: FieldValues): FieldMessages {
  if (!(error instanceof CallError)) return {}
  return firstByField(error.issues.filter(({ path }) => get(values, path) !== undefined))
}

/** Returns the messages as the tree that the form library keeps. */
export function errorsOf<Values extends FieldValues>(messages: FieldMessages): FieldErrors<Values> {
  const errors: FieldErrors<Values> = {}
  for (const [path, message] of Object.entries(messages)) set(errors, path, { type: 'check', message })
  return errors
}

/** Returns the first message for each field, which shows one at a time. */
function firstByField(issues: readonly FieldIssue[]): FieldMessages {
  const messages: FieldMessages = {}
  for (const { path, message } of issues) messages[typeof path === 'string' ? path : path.map(String).join('.')] ??= message
  return messages
}
