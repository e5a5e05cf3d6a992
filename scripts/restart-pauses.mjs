const LONGEST_S = 60

/** A program that has been ready for this long has recovered, so its next failure counts as the first again. */
export const STEADY_MS = 60_000

/** Returns the pause in seconds after consecutive failures: none after the first, then one, two, four, … up to a minute. */
export function pauseSeconds(failures) {
  return failures < 2 ? 0 : Math.min(LONGEST_S, 2 ** (failures - 2))
}
