import type { App } from './deps.ts'
import type { Serving } from './serve.ts'

/** A feature's endpoints, grouped by who may call them. The app puts each group behind its guard. */
export interface Feature {
  /** Calls by their contracts, which say who may make them. */
  calls?(serving: Serving): void
  open?(scope: App): void
  /** For signed-in users, or for everyone if the catalogue is open. */
  readers?(scope: App): void
  /** Personal, so the session is checked on each call. */
  signedIn?(scope: App): void
  /** Each endpoint names its permission. */
  staff?(scope: App): void
}
