import { cardFailure, CardProviderError, type CardFailure, type EventSubject } from '#server/lib/card-provider.ts'

// Translates Stripe's responses into our terms. Only stripe.ts uses the SDK itself.

interface HttpResponse {
  getStatusCode(): number
  toJSON(): Promise<unknown>
}

interface HttpClient<Request extends unknown[]> {
  makeRequest(...request: Request): Promise<HttpResponse>
}

/**
 * The SDK takes any body without `error` for a success, even a proxy's bare 404. This client makes a response that is not the provider's
 * unreadable, so that the outcome counts as unknown.
 */
export function refuseForeignResponses<Request extends unknown[], Client extends HttpClient<Request>>(
  client: Client & HttpClient<Request>,
): Client {
  const makeRequest = client.makeRequest.bind(client)
  client.makeRequest = async (...request) => {
    const response = await makeRequest(...request)
    const toJSON = response.toJSON.bind(response)
    response.toJSON = async () => {
      const body = await toJSON()
      if (!isOfProvider(body, response.getStatusCode())) throw new Error('This is not a response from the card provider.')
      return body
    }
    return response
  }
  return client
}

function isOfProvider(body: unknown, status: number): boolean {
  const { object, error } = (body ?? {}) as { object?: unknown; error?: unknown }
  return status < 400 ? typeof object === 'string' : typeof error === 'object' && error !== null
}

/** A response without an error that is not the requested object must never count as success. */
export function requireObject<T extends { object: string }>(response: T, object: T['object']): T {
  if (response.object !== object) throw new CardProviderError('uncertain', `The card provider’s response is not a ${object}.`)
  return response
}

/** Each SDK error has its class name in `type`. */
interface SdkError extends Error {
  type: string
  statusCode?: number
  code?: string
  requestId?: string
}

function isSdkError(error: unknown): error is SdkError {
  return error instanceof Error && 'type' in error && typeof error.type === 'string' && error.type.startsWith('Stripe')
}

/** Anything other than an SDK error is returned unchanged. */
export function toCardError(error: unknown): unknown {
  if (!isSdkError(error)) return error
  const { code, requestId, statusCode: status } = error
  return new CardProviderError(failureOf(error), error.message, { code, requestId, status, cause: error })
}

/** The call may or may not have been carried out: retry later, do not give up. */
const UNCERTAIN = new Set([
  'StripeConnectionError',
  'StripeAPIError',
  'StripeRateLimitError',
  // A key that is rejected now may be accepted again.
  'StripeAuthenticationError',
  'StripePermissionError',
])

const REASONS: Partial<Record<string, CardFailure>> = {
  charge_already_refunded: 'over_refunded',
  charge_disputed: 'disputed',
  refund_disputed_payment: 'disputed',
  balance_insufficient: 'no_balance',
  insufficient_balance_for_refund: 'no_balance',
  resource_missing: 'missing',
}

/** Refund refusals that have no code. */
const TEXTS: [RegExp, CardFailure][] = [
  [/greater than unrefunded amount/i, 'over_refunded'],
  [/insufficient funds in your stripe balance/i, 'no_balance'],
]

function failureOf({ type, statusCode, code, message }: SdkError): CardFailure {
  if (statusCode !== undefined && statusCode >= 500) return 'server_error'
  if (UNCERTAIN.has(type)) return 'uncertain'
  return REASONS[code ?? ''] ?? TEXTS.find(([text]) => text.test(message))?.[1] ?? 'refused'
}

const SUBJECTS: Partial<Record<string, EventSubject>> = {
  'checkout.session.completed': 'session',
  'checkout.session.async_payment_succeeded': 'session',
  'checkout.session.async_payment_failed': 'session',
  'checkout.session.expired': 'session',
  'refund.created': 'refund',
  'refund.updated': 'refund',
  'refund.failed': 'refund',
  'charge.refunded': 'charge',
  'charge.dispute.created': 'dispute',
  'charge.dispute.updated': 'dispute',
  'charge.dispute.funds_withdrawn': 'dispute',
  'charge.dispute.funds_reinstated': 'dispute',
  'charge.dispute.closed': 'dispute',
}

/** The events we subscribe to. */
export const EVENT_TYPES = Object.keys(SUBJECTS)

/** An event that we did not subscribe to is `unknown`, not an error. */
export function subjectOf(eventType: string): EventSubject {
  return SUBJECTS[eventType] ?? 'unknown'
}

/** Stripe has no code for a session that is over; for a known session that is the only possible refusal. */
export function toNotOpen(error: unknown): never {
  throw cardFailure(error) === 'refused' ? new CardProviderError('not_open', 'The session is not open.', { cause: error }) : error
}

export function toUndefinedIfMissing(error: unknown): undefined {
  if (cardFailure(error) !== 'missing') throw error
}

/** How far into the future a signature's timestamp may be; the SDK's own limit for the past. */
const TOLERANCE_SECONDS = 300

/** Returns whether a signature's timestamp is further in the future than clock skew explains. The SDK rejects only old ones. */
export function isFromLater(signature: string): boolean {
  const moments = signature.split(',').flatMap((part) => (part.startsWith('t=') ? [Number.parseInt(part.slice(2), 10)] : []))
  return moments.some((seconds) => !(seconds - Date.now() / 1000 <= TOLERANCE_SECONDS))
}
