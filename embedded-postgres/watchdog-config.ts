import type { Binaries } from './binaries.ts'
import type { Place } from './place.ts'

/** What launcher.ts passes to watchdog.ts, as JSON in its first argument. */
export interface WatchdogConfig {
  place: Place
  binaries: Binaries
  /** Server settings by name, over ours; only the instance that starts the server decides them. */
  settings: Record<string, string>
}

/** The watchdog's exit code when another one already serves this database. */
export const exitLockTaken = 3
