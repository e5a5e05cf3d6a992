import type { Settings } from './types.ts'
import type { Store } from './store.ts'

const DEFAULTS: Settings = { id: 'settings', clockOffsetMs: 0, webhooks: {}, faults: [], alteration: null }

/** The switches set through the control API, which survive a restart. */
export function getSettings(store: Store): Settings {
  return store.get('settings', 'settings') ?? DEFAULTS
}

export function changeSettings(store: Store, changes: Partial<Settings>): void {
  store.put('settings', { ...getSettings(store), ...changes })
}

/** Returns the sandbox's time in milliseconds: the machine's clock plus the offset set through the control API. */
export const nowMs = (store: Store): number => Date.now() + getSettings(store).clockOffsetMs

/** Returns the sandbox's time in whole Unix seconds, as Stripe counts. */
export const now = (store: Store): number => Math.floor(nowMs(store) / 1000)

/** A negative number of seconds sets the clock back. */
export function advanceClock(store: Store, seconds: number): void {
  changeSettings(store, { clockOffsetMs: getSettings(store).clockOffsetMs + seconds * 1000 })
}

export const DAY = 24 * 60 * 60

/** Returns the first midnight (UTC) that is not before a moment, in Unix seconds. */
export const midnightFrom = (moment: number): number => Math.ceil(moment / DAY) * DAY
