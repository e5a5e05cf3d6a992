export type FindingState = 'ok' | 'warning' | 'fault'

/** One line of the doctor's report. */
export interface Finding {
  /** What was looked at, such as `database`. */
  about: string
  state: FindingState
  says: string
  /** What to do about it; absent if nothing is to be done. */
  remedy?: string
}

export const ok = (about: string, says: string): Finding => ({ about, state: 'ok', says })
export const warning = (about: string, says: string, remedy: string): Finding => ({ about, state: 'warning', says, remedy })
export const fault = (about: string, says: string, remedy: string): Finding => ({ about, state: 'fault', says, remedy })

/** Returns the message of whatever was thrown; a host with several addresses fails once for each of them. */
export function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? (error.errors as Error[]) : []
  const { message, code } = error as NodeJS.ErrnoException
  return message || first?.message || code || 'no reason given'
}
