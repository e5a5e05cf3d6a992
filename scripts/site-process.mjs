/**
 * Heap limits of the site under `npm start`. It needs about 50 MB; beyond 192 MB a restart is better than filling the
 * machine's memory. A smaller young generation would keep promoting a busy site's live objects, and one of this size is
 * collected more cheaply by one thread than by several, which the database could use (`lab/bench/README.md`).
 */
export const HEAP_FLAGS = ['--max-semi-space-size=8', '--no-parallel-scavenge', '--max-old-space-size=192']

/**
 * Otherwise glibc gives each thread that compresses or resizes its own arena, whose freed memory others cannot use: 45
 * MB in all. Other C libraries ignore this variable.
 */
export const HEAP_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' }

const LONGEST_S = 60

/** A program that has been ready for this long has recovered, so its next failure counts as the first again. */
export const STEADY_MS = 60_000

/** Returns the pause in seconds after consecutive failures: none after the first, then one, two, four, … up to a minute. */
export function pauseSeconds(failures) {
  return failures < 2 ? 0 : Math.min(LONGEST_S, 2 ** (failures - 2))
}
