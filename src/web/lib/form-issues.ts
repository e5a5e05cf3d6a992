import { get, set, type FieldErrors, type FieldValues } from 'react-hook-form'
import { CallError } from '#web/lib/call-error.ts'

/** An error in a single field. Schemas give the path in parts, the server as dotted text. */
type FieldIssue = { path: string | readonly PropertyKey[]; message: string }

/** The body to send, or the issues, in the shape of a schema's `safeParse`. */
export type Checked<Body> = { success: true; data: Body } | { success: false; error: { issues: readonly FieldIssue[] } }

/** One message per invalid field, by dotted path. */
export type FieldMessages = { [path: string]: string }

export function messagesOf(checked: Checked<unknown>): FieldMessages {
  return checked.success ? {} : firstByField(checked.error.issues)
}

/** The server's errors for fields of this form; undefined if the response has none. */
export function refusalsOf(error: unknown, values: FieldValues): FieldMessages {
  if (!(error instanceof CallError)) return {}
  return firstByField(error.issues.filter(({ path }) => get(values, path) !== undefined))
}

/** Converts the messages to the form library's error tree. */
export function errorsOf<Values extends FieldValues>(messages: FieldMessages): FieldErrors<Values> {
  const errors: FieldErrors<Values> = {}
  for (const [path, message] of Object.entries(messages)) set(errors, path, { type: 'check', message })
  return errors
}

/** Fields show a single message, so only the first is kept. */
function firstByField(issues: readonly FieldIssue[]): FieldMessages {
  const messages: FieldMessages = {}
  for (const { path, message } of issues) messages[typeof path === 'string' ? path : path.map(String).join('.')] ??= message
  return messages
}
