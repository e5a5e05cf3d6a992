import type { ErrorResponse, Issue } from '#shared/errors.ts'

type Details = Pick<ErrorResponse, 'issues'> & { code?: string | undefined; serverMessage?: string | undefined; body?: unknown }

/** A call that did not succeed. `status` is 0 when there was no response at all. */
export class CallError extends Error {
  override name = 'CallError'
  readonly status: number
  readonly code: string
  readonly issues: Issue[]
  /** The whole response body, for callers that need more of it. */
  readonly body: unknown
  /** The server's message, if the response had one; `message` is never empty. */
  readonly serverMessage: string | undefined

  constructor(status: number, message: string, details: Details = {}) {
    super(message)
    this.status = status
    this.code = details.code ?? (status === 0 ? 'no_response' : 'unknown')
    this.issues = details.issues ?? []
    this.body = details.body
    this.serverMessage = details.serverMessage
  }

  get hasResponse(): boolean {
    return this.status !== 0
  }
}

export const NO_RESPONSE = 'We could not reach the server. Check your connection and try again.'

/** Returns the error for a response that is not a success; its body may be anything (a proxy's page, nothing). */
export function errorOfResponse(status: number, body: unknown): CallError {
  const answer = (typeof body === 'object' && body !== null ? body : {}) as Partial<ErrorResponse>
  const serverMessage = typeof answer.message === 'string' && answer.message !== '' ? answer.message : undefined
  return new CallError(status, serverMessage ?? `The server answered with an error (${status}).`, {
    code: typeof answer.code === 'string' ? answer.code : undefined,
    issues: Array.isArray(answer.issues) ? answer.issues.filter((issue) => typeof issue?.path === 'string') : [],
    body,
    serverMessage,
  })
}

/** Returns what to tell a person: the server's message, else `fallback`; `offline` when there was no response. */
export function messageOf(error: unknown, fallback: string, offline: string = fallback): string {
  if (!(error instanceof CallError)) return fallback
  return error.hasResponse ? (error.serverMessage ?? fallback) : offline
}
