import Stripe from 'stripe'
import { AppError } from './errors.ts'

/** The card provider: Stripe with a real key, our embedded sandbox without one; the same SDK in both. */
export interface Cards {
  /** Throws 502 `payment_unavailable` until the sandbox has started. */
  stripe(): Stripe
  isLive: boolean
  /** Signing secrets of the webhook; several during a rotation. */
  webhookSecrets: readonly string[]
}

export const SANDBOX_KEY = 'sk_test_sandbox'

// The SDK's own default would hold a request for minutes (payments 2.1).
const OPTIONS = { timeout: 10_000, maxNetworkRetries: 2, telemetry: false } as const

export function createStripeCards(secretKey: string, webhookSecrets: readonly string[]): Cards {
  const stripe = new Stripe(secretKey, { ...OPTIONS, httpClient: createStrictHttpClient() })
  return { stripe: () => stripe, isLive: /^(sk|rk)_live_/.test(secretKey), webhookSecrets }
}

/** `port()`: the sandbox's port, undefined while it is not up. `timeout`: milliseconds to wait for an answer. */
export function createSandboxCards(port: () => number | undefined, webhookSecret: string, timeout: number = OPTIONS.timeout): Cards {
  const clients = new Map<number, Stripe>()
  return {
    isLive: false,
    webhookSecrets: [webhookSecret],
    stripe() {
      const current = port()
      if (current === undefined) throw new AppError('payment_unavailable', PAYMENT_UNAVAILABLE)
      const known = clients.get(current)
      if (known) return known
      const client = new Stripe(SANDBOX_KEY, {
        ...OPTIONS,
        timeout,
        httpClient: createStrictHttpClient(),
        host: '127.0.0.1',
        port: current,
        protocol: 'http',
      })
      clients.set(current, client)
      return client
    },
  }
}

/**
 * The SDK takes whatever has no `error` for a success, a proxy's bare 404 too (payments 1.1, row 67). Here an answer
 * that is not the provider's is unreadable, which makes the outcome unknown.
 */
function createStrictHttpClient(): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient()
  const makeRequest = client.makeRequest.bind(client)
  client.makeRequest = async (...request) => {
    const response = await makeRequest(...request)
    const toJSON = response.toJSON.bind(response)
    response.toJSON = async () => {
      const body: unknown = await toJSON()
      if (!isOfProvider(body, response.getStatusCode())) throw new Error('This answer is not one of the card service.')
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

export const PAYMENT_UNAVAILABLE = 'The card service cannot be reached just now. Nothing was charged. Please try again in a moment.'

/**
 * Whether the outcome of a failed call is unknown: no answer, a server error, an answer that is not the provider's.
 * Everything else is a definite refusal (payments 2.4).
 */
export function isUncertain(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeConnectionError) return true
  if (error instanceof Stripe.errors.StripeAPIError) return true
  // Also 429 and a key that is not accepted: it was not carried out, but asking again later is right, giving up is not.
  if (error instanceof Stripe.errors.StripeRateLimitError) return true
  if (error instanceof Stripe.errors.StripeAuthenticationError) return true
  if (error instanceof Stripe.errors.StripePermissionError) return true
  return !(error instanceof Stripe.errors.StripeError)
}
