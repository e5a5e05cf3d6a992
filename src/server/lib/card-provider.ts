import type { IncomingHttpHeaders } from 'node:http'
import type { Currency } from '#shared/money.ts'

/**
 * What the site asks of a card provider, in the site's own words. payments/provider.ts implements it with Stripe's SDK; another
 * provider implements the same. Every method rejects with a `CardProviderError`. What creates takes the id of our own row, and asked
 * again with that id it returns what it has created before (payments 2.5).
 */
export interface CardProvider {
  /** Whether real money moves. */
  isLive: boolean

  /** The provider's own parameters for an order, to be stored before they are first sent. Asks nobody. */
  freezeSession(order: SessionOrder): FrozenSession
  openSession(attemptId: string, frozen: FrozenSession): Promise<CheckoutSession>
  getSession(id: string): Promise<CheckoutSession>
  /** Rejects with `not_open` when the session has been paid or has expired. */
  expireSession(id: string): Promise<void>
  listSessions(filter: SessionFilter): AsyncIterable<CheckoutSession>

  /** Makes the product too, unless its id is given. */
  createPrice(price: NewCardPrice): Promise<{ id: string; productId: string }>
  findPrice(id: string): Promise<CardPrice | undefined>
  /** Nobody can pay this price any more. Nothing happens when the provider does not have it. */
  retirePrice(id: string): Promise<void>

  /** Rejects with `already_refunded` and `disputed`. */
  createRefund(refund: NewCardRefund): Promise<CardRefund>
  getRefund(id: string): Promise<CardRefund>
  listRefunds(filter: RefundFilter): AsyncIterable<CardRefund>

  getDispute(id: string): Promise<CardDispute>

  /** The event in a webhook's request; undefined when its signature is not the provider's. */
  verifyEvent(body: Buffer, headers: IncomingHttpHeaders): CardEvent | undefined
  /** What an event of this type is about; stored events keep the provider's own word for it. */
  subjectOf(eventType: string): EventSubject
}

/** One hosted checkout to be opened. */
export interface SessionOrder {
  attemptId: string
  bookingId: string
  /** What staff find the payment by at the provider. */
  reference: string
  /** A price that the provider has, or one of this order alone. */
  item: { priceId: string; quantity: number } | { name: string; amountCents: number; currency: Currency }
  customerEmail: string
  expiresAt: Date
  /** Where the customer comes back to; the provider adds `session_id` to the first. */
  paidUrl: string
  cancelUrl: string
}

/** What will be sent to open a session: JSON that only the provider reads, word for word the same each time. */
export type FrozenSession = Record<string, unknown>

export type SessionFilter = { createdFrom: Date } | { paymentId: string }
export type RefundFilter = { paymentId: string } | { chargeId: string }

export interface CheckoutSession {
  id: string
  isOpen: boolean
  isExpired: boolean
  /** Where to pay; only while it is open. */
  url: string | null
  amountCents: number | null
  currency: string | null
  /** The attempt that opened it; null for a session that is not ours. */
  attemptId: string | null
  isLive: boolean
  /** Only with `getSession`, and once it is paid in a currency that we know. */
  payment: ReceivedPayment | undefined
}

export interface ReceivedPayment {
  id: string
  amountCents: number
  currency: Currency
  method: string
  receiptUrl: string | null
  paidAt: Date
}

export interface NewCardPrice {
  tourId: string
  /** Counts the prices of a tour. */
  version: number
  productId: string | null
  productName: string
  amountCents: number
  currency: Currency
}

export interface CardPrice {
  isActive: boolean
  amountCents: number | null
  currency: string
}

export interface NewCardRefund {
  /** That of our own row. */
  id: string
  paymentId: string
  amountCents: number
}

export interface CardRefund {
  id: string
  paymentId: string | null
  amountCents: number
  state: 'pending' | 'succeeded' | 'failed' | 'canceled'
  failureReason: string | null
  /** The id of our own row; null for a refund made at the provider. */
  ownId: string | null
}

export interface CardDispute {
  id: string
  paymentId: string | null
  /** In the provider's words, for the staff. */
  status: string
  /** `lifted`: won, or closed without a loss, so that the money stays ours. `lost`: it has gone back to the cardholder. */
  standing: 'open' | 'lifted' | 'lost'
}

export interface CardEvent {
  id: string
  /** The provider's own word, kept as it came. */
  type: string
  objectId: string
  isLive: boolean
}

/** What the object of an event is, to be read again. `unknown`: nothing that we asked to hear of. */
export type EventSubject = 'session' | 'refund' | 'charge' | 'dispute' | 'unknown'
