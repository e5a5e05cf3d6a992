import type { ErrorAnswer, Issue } from '#shared/errors.ts'

type Details = Pick<ErrorAnswer, 'issues'> & { code?: string | undefined; serverMessage?: string | undefined; body?: unknown }

/** A call that did not succeed. `status` is 0 when no answer came at all. */
export class CallError extends Error {
  override name = 'CallError'
  readonly status: number
  readonly code: string
  readonly issues: Issue[]
  /** The whole answer, for those who look for more in it. */
  readonly body: unknown
  /** The words of the server's answer, when it had any; `message` always has some. */
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

/** The error of an answer that is not a success; its body may be anything (a proxy's page, nothing). */
export function errorOfAnswer(status: number, body: unknown): CallError {
  const answer = (typeof body === 'object' && body !== null ? body : {}) as Partial<ErrorAnswer>
  const serverMessage = typeof answer.message === 'string' && answer.message !== '' ? answer.message : undefined
  return new CallError(status, serverMessage ?? `The server answered with an error (${status}).`, {
    code: typeof answer.code === 'string' ? answer.code : undefined,
    issues: Array.isArray(answer.issues) ? answer.issues.filter((issue) => typeof issue?.path === 'string') : [],
    body,
    serverMessage,
  })
}

/** What to tell a person: the server's words, else `fallback`; `offline` when there was no answer. */
export function messageOf(error: unknown, fallback: string, offline: string = fallback): string {
  if (!(error instanceof CallError)) return fallback
  return error.hasResponse ? (error.serverMessage ?? fallback) : offline
}
