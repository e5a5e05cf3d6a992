import { CallError, isBusy } from '#web/lib/call-error.ts'

/** Retries only without a response or after a server error; a refusal is final. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (error instanceof CallError && error.status >= 400 && error.status < 500) return false
  return failures < 1
}

/** For a page that shows a `BusyNote` as long as the server has too much to do. */
export function retryWhileBusy(failures: number, error: unknown): boolean {
  return isBusy(error) || shouldRetry(failures, error)
}

/** Spread, so that those who were refused together do not come back together. */
export function retryDelay(_failures: number, error: unknown): number {
  const afterMs = error instanceof CallError ? error.retryAfterMs : undefined
  return afterMs === undefined ? 400 : afterMs * (1 + Math.random() / 2)
}
