const LONGEST_S = 60

/** What has been ready for this long has recovered: its next end counts as the first again. */
export const STEADY_MS = 60_000

/** Returns how long to wait after so many failures in a row: not at all after the first, then one second, two, four, … a minute. */
export function pauseSeconds(failures) {
  return failures < 2 ? 0 : Math.min(LONGEST_S, 2 ** (failures - 2))
}
