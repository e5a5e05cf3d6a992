import Stripe from 'stripe'
import { SANDBOX_KEY } from '../access.ts'
import type { Sample } from './judge.ts'

const TYPES: Record<string, string> = {
  balance: 'Stripe.Balance',
  balance_transaction: 'Stripe.BalanceTransaction',
  charge: 'Stripe.Charge',
  'checkout.session': 'Stripe.Checkout.Session',
  dispute: 'Stripe.Dispute',
  item: 'Stripe.LineItem',
  payment_intent: 'Stripe.PaymentIntent',
  payout: 'Stripe.Payout',
  price: 'Stripe.Price',
  product: 'Stripe.Product',
  refund: 'Stripe.Refund',
  webhook_endpoint: 'Stripe.WebhookEndpoint',
}

interface Body {
  object?: string
  type?: string
  data?: unknown
}

/** Returns what a response holds: a list and each of its objects apart, an event as the type of event that it is. */
export function samplesOf(from: string, body: Body): Sample[] {
  if (body.object === 'list') {
    const { data } = body as { data: Body[] }
    return [{ from, type: 'Stripe.ApiList<unknown>', body }, ...data.flatMap((each) => samplesOf(from, each))]
  }
  if (body.object === 'event') return [{ from: `${from} (${body.type})`, type: `Extract<Stripe.Event, { type: '${body.type}' }>`, body }]
  if (body.object === undefined) return [{ from, type: '{ error: RawError }', body }]
  return [{ from, type: TYPES[body.object] ?? 'never', body }]
}

/** Returns a client of a sandbox that keeps whatever it receives, and what it has kept. */
export function createRecorder(port: number): { stripe: Stripe; samples: Sample[] } {
  const samples: Sample[] = []
  const recordingFetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    samples.push(...samplesOf(`${init?.method} ${pathname}: ${response.status}`, (await response.clone().json()) as Body))
    return response
  }
  const stripe = new Stripe(SANDBOX_KEY, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(recordingFetch),
  })
  return { stripe, samples }
}
