import type { ErrorAnswer, Issue } from '#shared/errors.ts'

type Details = Pick<ErrorAnswer, 'issues' | 'price' | 'quote'> & { code?: string | undefined; serverMessage?: string | undefined }

/** A call that did not succeed. `status` is 0 when no answer came at all. */
export class CallError extends Error {
  override name = 'CallError'
  readonly status: number
  readonly code: string
  readonly issues: Issue[]
  readonly price: ErrorAnswer['price']
  readonly quote: ErrorAnswer['quote']
  /** The words of the server's answer, when it had any; `message` always has some. */
  readonly serverMessage: string | undefined

  constructor(status: number, message: string, details: Details = {}) {
    super(message)
    this.status = status
    this.code = details.code ?? (status === 0 ? 'no_response' : 'unknown')
    this.issues = details.issues ?? []
    this.price = details.price
    this.quote = details.quote
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
    issues: Array.isArray(answer.issues) ? answer.issues : [],
    price: answer.price,
    quote: answer.quote,
    serverMessage,
  })
}

/** What to tell a person: the server's words, else `fallback`; `offline` when there was no answer. */
export function messageOf(error: unknown, fallback: string, offline: string = fallback): string {
  if (!(error instanceof CallError)) return fallback
  return error.hasResponse ? (error.serverMessage ?? fallback) : offline
}
