import { CallError } from '#web/lib/http.ts'

/** Whether the server refused a link because it was used or has expired. */
export function isSpent(error: unknown): boolean {
  return error instanceof CallError && error.code === 'link_spent'
}
