/** Logs a failure that the visitor need not see ("only logged", specification §8) to the console. */
export function logProblem(what: string, error: unknown): void {
  console.debug(`[meridian] ${what}`, error)
}
