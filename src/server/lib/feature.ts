import type { App } from './deps.ts'

/** A feature's endpoints, by who may call them. The program puts each group behind its guard. */
export interface Feature {
  open?(scope: App): void
  /** For those who are signed in; with an open catalogue for everybody. */
  readers?(scope: App): void
  /** Personal: the session is looked up at each call. */
  signedIn?(scope: App): void
  /** Each endpoint names its permission. */
  staff?(scope: App): void
}
