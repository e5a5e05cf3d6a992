import type { Binaries } from './binaries.ts'
import type { Place } from './place.ts'

/** Passed by launcher.ts to watchdog.ts as JSON in its first argument. */
export interface WatchdogConfig {
  place: Place
  binaries: Binaries
  /** Server settings that override ours; those of the instance that starts the server count. */
  settings: Record<string, string>
}

/** Another watchdog already serves this database. */
export const exitLockTaken = 3
