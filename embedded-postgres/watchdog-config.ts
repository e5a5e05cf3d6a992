import type { Binaries } from './binaries.ts'
import type { Place } from './place.ts'

/** What launcher.ts passes to watchdog.ts, as JSON in its first argument. */
export interface WatchdogConfig {
  place: Place
  binaries: Binaries
}

/** The watchdog's exit code when another one already serves this database. */
export const exitLockTaken = 3
