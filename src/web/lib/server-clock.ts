/** How far the server's clock is ahead of the device's, in milliseconds. */
let aheadMs = 0

/** The header has whole seconds, and a response is under way for a while: a smaller difference is not one. */
const TRUSTED_MS = 5_000

/** The current time by the server's clock, since the device's may be wrong: use it wherever a moment of the server's is compared. */
export function serverNow(): Date {
  return new Date(Date.now() + aheadMs)
}

/** Adjusts to the clock of a response. One from the browser's cache has an old date, so only those that are never stored count. */
export function followServerClock(headers: Headers): void {
  const now = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(now) || headers.get('cache-control')?.includes('no-store') !== true) return
  const ahead = now - Date.now()
  aheadMs = Math.abs(ahead) < TRUSTED_MS ? 0 : ahead
}
