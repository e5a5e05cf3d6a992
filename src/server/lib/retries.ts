const FIRST_PAUSE_MS = 60_000

/** After each failure in a row the pause doubles, from a minute up to `longestMs`. */
export function nextTryAt(tries: number, now: Date, longestMs: number): Date {
  return new Date(now.getTime() + Math.min(longestMs, FIRST_PAUSE_MS * 2 ** (tries - 1)))
}
