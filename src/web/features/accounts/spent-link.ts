import { CallError } from '#web/lib/http.ts'

/** Returns whether an error says that a link has been used or has expired. */
export function isSpent(error: unknown): boolean {
  return error instanceof CallError && error.code === 'link_spent'
}
