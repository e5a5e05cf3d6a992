import Stripe from 'stripe'
import {
  CardProviderError,
  type CardEvent,
  type CardPrice,
  type CardProvider,
  type CardRefund,
  type CheckoutSession,
  type FrozenSession,
  type NewCardPrice,
  type NewCardRefund,
  type ReceivedPayment,
  type SessionOrder,
} from '#server/lib/card-provider.ts'
import {
  disputeFilter,
  movementFilter,
  refundFilter,
  sessionFilter,
  toBalance,
  toCharge,
  toDispute,
  toEndpoint,
  toEvent,
  toMovement,
  toPayout,
  toRefund,
  undelivered,
  within,
} from './lists.ts'
import { isFromLater, refuseForeignResponses, requireObject, subjectOf, toCardError, toNotOpen, toUndefinedIfMissing } from './responses.ts'

// The only file that uses Stripe's SDK. With a real key it talks to Stripe; without one the embedded sandbox answers the same calls.

type SessionParams = Stripe.Checkout.SessionCreateParams

const SANDBOX_KEY = 'sk_test_sandbox'

// The SDK's defaults would hold up a request for minutes.
const OPTIONS = { timeout: 10_000, maxNetworkRetries: 2, telemetry: false } as const

const WITH_CHARGE = { expand: ['payment_intent.latest_charge'] }
const PAGE = 100

/** There are several `webhookSecrets` during a rotation. */
export function createStripeCards(secretKey: string, webhookSecrets: readonly string[]): CardProvider {
  const stripe = new Stripe(secretKey, { ...OPTIONS, httpClient: refuseForeignResponses(Stripe.createNodeHttpClient()) })
  return createProvider(() => stripe, /^(sk|rk)_live_/.test(secretKey), webhookSecrets)
}

interface SandboxSettings {
  key?: string
  /** How long to wait for a response, in milliseconds. */
  timeout?: number
  maxNetworkRetries?: number
}

/** `port()` returns the sandbox's port, or undefined while it is down. */
export function createSandboxCards(
  port: () => number | undefined,
  webhookSecret: string,
  { key = SANDBOX_KEY, ...settings }: SandboxSettings = {},
): CardProvider {
  const clients = new Map<number, Stripe>()
  const client = () => {
    const current = port()
    if (current === undefined) throw new CardProviderError('uncertain', 'The card sandbox is not up.')
    const known = clients.get(current)
    if (known) return known
    const options = { ...OPTIONS, ...settings, httpClient: refuseForeignResponses(Stripe.createNodeHttpClient()) }
    const stripe = new Stripe(key, { ...options, host: '127.0.0.1', port: current, protocol: 'http' })
    clients.set(current, stripe)
    return stripe
  }
  return createProvider(client, false, [webhookSecret])
}

function createProvider(client: () => Stripe, isLive: boolean, webhookSecrets: readonly string[]): CardProvider {
  async function ask<T>(call: (stripe: Stripe) => Promise<T>): Promise<T> {
    try {
      return await call(client())
    } catch (error) {
      throw toCardError(error)
    }
  }

  async function* list<T, U>(call: (stripe: Stripe) => AsyncIterable<T>, translate: (each: T) => U): AsyncGenerator<U> {
    try {
      for await (const each of call(client())) yield translate(each)
    } catch (error) {
      throw toCardError(error)
    }
  }

  return {
    isLive,
    freezeSession,
    renewSession,
    openSession: async (attemptId, frozen) => ask(async (stripe) => openSession(stripe, attemptId, frozen)),
    getSession: async (id) => ask(async (stripe) => toSession(await stripe.checkout.sessions.retrieve(id, WITH_CHARGE))),
    expireSession: async (id) => ask(async (stripe) => void (await stripe.checkout.sessions.expire(id))).catch(toNotOpen),
    listSessions: (filter) => list((stripe) => stripe.checkout.sessions.list({ ...sessionFilter(filter), limit: PAGE }), toSession),

    createPrice: async (price) => ask(async (stripe) => createPrice(stripe, price)),
    findPrice: async (id) => ask(async (stripe) => toPrice(await stripe.prices.retrieve(id))).catch(toUndefinedIfMissing),
    retirePrice: async (id) => ask(async (stripe) => void (await stripe.prices.update(id, { active: false }))).catch(toUndefinedIfMissing),

    createRefund: async (refund) => ask(async (stripe) => createRefund(stripe, refund)),
    getRefund: async (id) => ask(async (stripe) => toRefund(await stripe.refunds.retrieve(id))),
    listRefunds: (filter) => list((stripe) => stripe.refunds.list({ ...refundFilter(filter), limit: PAGE }), toRefund),
    listCharges: (created) => list((stripe) => stripe.charges.list({ created: within(created), limit: PAGE }), toCharge),

    getDispute: async (id) => ask(async (stripe) => toDispute(await stripe.disputes.retrieve(id))),
    listDisputes: (filter) => list((stripe) => stripe.disputes.list({ ...disputeFilter(filter), limit: PAGE }), toDispute),
    listMovements: (filter) => list((stripe) => stripe.balanceTransactions.list({ ...movementFilter(filter), limit: PAGE }), toMovement),
    listPayouts: (created) => list((stripe) => stripe.payouts.list({ created: within(created), limit: PAGE }), toPayout),
    readBalance: async () => ask(async (stripe) => toBalance(await stripe.balance.retrieve())),
    listUndeliveredEvents: (created) => list((stripe) => stripe.events.list({ ...undelivered(created), limit: PAGE }), toEvent),

    listWebhookEndpoints: () => list((stripe) => stripe.webhookEndpoints.list({ limit: PAGE }), toEndpoint),

    verifyEvent: (body, headers) => verifyEvent(body, String(headers['stripe-signature'] ?? ''), webhookSecrets),
    subjectOf,
  }
}

function freezeSession(order: SessionOrder): FrozenSession {
  const metadata = { attempt_id: order.attemptId, booking_id: order.bookingId, reference: order.reference }
  const params: SessionParams = {
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    line_items: [toLineItem(order.item)],
    client_reference_id: order.attemptId,
    ...(order.customerEmail !== undefined && { customer_email: order.customerEmail }),
    metadata,
    // A session's metadata is not copied to its payment, and refund and dispute events are matched by the payment's.
    payment_intent_data: { metadata, ...(order.about && { description: order.about.what }) },
    // Shown next to the pay button.
    ...(order.about && {
      custom_text: {
        submit: {
          message: [order.about.what, order.about.lines, order.about.payUntil, order.about.cancellation].filter(Boolean).join(' '),
        },
      },
    }),
    adaptive_pricing: { enabled: false },
    expires_at: toSeconds(order.expiresAt),
    // Concatenated because URLSearchParams would encode the braces and Stripe would not recognise its placeholder.
    success_url: `${order.paidUrl}${order.paidUrl.includes('?') ? '&' : '?'}session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: order.cancelUrl,
  }
  return { ...params }
}

/** The key is frozen with the parameters: whatever repeats the request repeats both. */
function renewSession(attemptId: string, frozen: FrozenSession, expiresAt: Date): FrozenSession | undefined {
  if ('idempotencyKey' in frozen) return undefined
  return { ...frozen, expires_at: toSeconds(expiresAt), idempotencyKey: `checkout:${attemptId}:2` }
}

function toSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}

function toLineItem(item: SessionOrder['item']): Stripe.Checkout.SessionCreateParams.LineItem {
  if ('priceId' in item) return { price: item.priceId, quantity: item.quantity }
  const { name, amountCents, currency, productId } = item
  const product = productId === undefined ? { product_data: { name } } : { product: productId }
  return { price_data: { currency, unit_amount: amountCents, ...product }, quantity: 1 }
}

async function openSession(stripe: Stripe, attemptId: string, frozen: FrozenSession): Promise<CheckoutSession> {
  const { idempotencyKey = `checkout:${attemptId}`, ...params } = frozen as unknown as SessionParams & { idempotencyKey?: string }
  const session = await stripe.checkout.sessions.create(params, { idempotencyKey })
  return toSession(requireObject(session, 'checkout.session'))
}

function toSession(session: Stripe.Checkout.Session): CheckoutSession {
  const attemptId = session.client_reference_id
  return {
    id: session.id,
    isOpen: session.status === 'open',
    isExpired: session.status === 'expired',
    url: session.url,
    amountCents: session.amount_total,
    currency: session.currency,
    attemptId: attemptId === session.metadata?.['attempt_id'] ? attemptId : null,
    isLive: session.livemode,
    payment: toPayment(session),
    unpaid: toUnpaid(session),
  }
}

function toPayment(session: Stripe.Checkout.Session): ReceivedPayment | undefined {
  const { payment_intent: intent, amount_total: amountCents, currency } = session
  if (session.payment_status !== 'paid' || typeof intent !== 'object' || !intent) return undefined
  if (amountCents === null || currency === null) return undefined
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  return {
    id: intent.id,
    amountCents,
    currency,
    method: session.payment_method_types[0] ?? 'card',
    receiptUrl: charge?.receipt_url ?? null,
    paidAt: new Date((charge?.created ?? intent.created) * 1000),
  }
}

function toUnpaid({ status, payment_status, payment_intent: intent }: Stripe.Checkout.Session): CheckoutSession['unpaid'] {
  if (status !== 'complete' || payment_status !== 'unpaid') return undefined
  const hasFailed = typeof intent === 'object' && (intent?.status === 'requires_payment_method' || intent?.status === 'canceled')
  return hasFailed ? 'failed' : 'waiting'
}

async function createPrice(stripe: Stripe, price: NewCardPrice): Promise<{ id: string; productId: string }> {
  const { tourId, version, amountCents, currency } = price
  const metadata = { tour_id: tourId }
  const product =
    price.productId ??
    (await stripe.products.create({ name: price.productName, metadata }, { idempotencyKey: `product:${tourId}:${version}` })).id
  const { id } = await stripe.prices.create(
    { product, currency, unit_amount: amountCents, metadata },
    { idempotencyKey: `price:${tourId}:${version}:${amountCents}:${currency}` },
  )
  return { id, productId: product }
}

function toPrice(price: Stripe.Price): CardPrice {
  return { isActive: price.active, amountCents: price.unit_amount, currency: price.currency }
}

async function createRefund(stripe: Stripe, { id, keyVersion, paymentId, amountCents }: NewCardRefund): Promise<CardRefund> {
  const refund = await stripe.refunds.create(
    { payment_intent: paymentId, amount: amountCents, metadata: { refund_id: id } },
    { idempotencyKey: keyVersion === 1 ? `refund:${id}` : `refund:${id}:${keyVersion}` },
  )
  return toRefund(requireObject(refund, 'refund'))
}

function verifyEvent(body: Buffer, signature: string, secrets: readonly string[]): CardEvent | undefined {
  if (isFromLater(signature)) return undefined
  for (const secret of secrets) {
    try {
      return toEvent(Stripe.webhooks.constructEvent(body, signature, secret))
    } catch {
      // It may be signed with the other secret of a rotation.
    }
  }
  return undefined
}
