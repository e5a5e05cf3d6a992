import type { ErrorResponse, Issue } from '#shared/errors.ts'

type Details = Pick<ErrorResponse, 'issues'> & {
  code?: string | undefined
  serverMessage?: string | undefined
  body?: unknown
  retryAfterMs?: number | undefined
}

/** `status` is 0 if there was no response at all. */
export class CallError extends Error {
  override name = 'CallError'
  readonly status: number
  readonly code: string
  readonly issues: Issue[]
  /** The whole response body, for callers that need more than the message. */
  readonly body: unknown
  /** The server's message, if there was one; `message` is never empty. */
  readonly serverMessage: string | undefined
  /** When the server will have time again, if it says so. */
  readonly retryAfterMs: number | undefined

  constructor(status: number, message: string, details: Details = {}) {
    super(message)
    this.status = status
    this.code = details.code ?? (status === 0 ? 'no_response' : 'unknown')
    this.issues = details.issues ?? []
    this.body = details.body
    this.serverMessage = details.serverMessage
    this.retryAfterMs = details.retryAfterMs
  }

  get hasResponse(): boolean {
    return this.status !== 0
  }
}

export const NO_RESPONSE = 'We could not reach the server. Check your connection and try again.'

/** Creates the error for an unsuccessful response, whose body may be anything (a proxy's page, or empty). */
export function errorOfResponse(status: number, body: unknown, headers?: Headers): CallError {
  const answer = (typeof body === 'object' && body !== null ? body : {}) as Partial<ErrorResponse>
  const serverMessage = typeof answer.message === 'string' && answer.message !== '' ? answer.message : undefined
  return new CallError(status, serverMessage ?? `The server returned an error (${status}).`, {
    code: typeof answer.code === 'string' ? answer.code : undefined,
    issues: Array.isArray(answer.issues) ? answer.issues.filter((issue) => typeof issue?.path === 'string') : [],
    body,
    serverMessage,
    retryAfterMs: Number(headers?.get('retry-after')) * 1000 || undefined,
  })
}

/** Whether what the user saw has changed since, so that the call was refused and nothing done. */
export function isOutdated(error: unknown): error is CallError {
  return error instanceof CallError && /_changed$|^task_(?:assigned|closed)$/.test(error.code)
}

/** Whether the server is there, but has too much to do. */
export function isBusy(error: unknown): boolean {
  return error instanceof CallError && error.status === 503 && error.retryAfterMs !== undefined
}

/** The message for the user: the server's, or else `fallback`; `offline` if there was no response. */
export function messageOf(error: unknown, fallback: string, offline: string = fallback): string {
  if (!(error instanceof CallError)) return fallback
  return error.hasResponse ? (error.serverMessage ?? fallback) : offline
}

/** Whether the server refused a link because it was used or has expired. */
export function isSpent(error: unknown): boolean {
  return error instanceof CallError && error.code === 'link_spent'
}

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
