const FIRST_PAUSE_MS = 60_000

/** Returns the moment of the next try after so many failures in a row: the pauses double from a minute up to `longestMs`. */
export function nextTryAt(tries: number, now: Date, longestMs: number): Date {
  return new Date(now.getTime() + Math.min(longestMs, FIRST_PAUSE_MS * 2 ** (tries - 1)))
}
