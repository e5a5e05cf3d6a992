import type { IncomingHttpHeaders } from 'node:http'
import type { Currency } from '#shared/money.ts'
import type { DisputeStanding } from '#shared/refunds/disputes.ts'
import { errorCode } from './db.ts'

/**
 * What the site needs from a card provider; implemented in payments/provider/stripe.ts. Every method rejects with a `CardProviderError`. A
 * method that creates something takes the id of our own row; called again with that id, it returns what it created before.
 */
export interface CardProvider {
  isLive: boolean

  /** Builds the provider's parameters, to be stored before they are first sent. Sends nothing itself. */
  freezeSession(order: SessionOrder): FrozenSession
  /**
   * Builds a second request, under a key of its own, in place of one that the provider has refused because its end was
   * too near. Returns undefined in place of a second one.
   */
  renewSession(attemptId: string, frozen: FrozenSession, expiresAt: Date): FrozenSession | undefined
  openSession(attemptId: string, frozen: FrozenSession): Promise<CheckoutSession>
  getSession(id: string): Promise<CheckoutSession>
  /** Rejects with `not_open` if the session has been paid or has expired. */
  expireSession(id: string): Promise<void>
  listSessions(filter: SessionFilter): AsyncIterable<CheckoutSession>

  /** Also creates the product unless its id is given. */
  createPrice(price: NewCardPrice): Promise<{ id: string; productId: string }>
  findPrice(id: string): Promise<CardPrice | undefined>
  /** Makes a price unusable from now on. Does nothing if the provider does not have it. */
  retirePrice(id: string): Promise<void>

  /** Rejects with `over_refunded`, `disputed` and `no_balance`. */
  createRefund(refund: NewCardRefund): Promise<CardRefund>
  getRefund(id: string): Promise<CardRefund>
  listRefunds(filter: RefundFilter): AsyncIterable<CardRefund>
  listCharges(created: Span): AsyncIterable<CardCharge>

  getDispute(id: string): Promise<CardDispute>
  listDisputes(filter: DisputeFilter): AsyncIterable<CardDispute>

  /** Lists what has moved our balance, in a span or in a payout. */
  listMovements(filter: { created: Span } | { payoutId: string }): AsyncIterable<CardMovement>
  listPayouts(created: Span): AsyncIterable<CardPayout>
  /** Returns what the provider holds for us, in cents by currency. */
  readBalance(): Promise<Map<string, number>>

  /** Lists events of our subscribed types whose delivery has failed or is still being retried. */
  listUndeliveredEvents(created: Span): AsyncIterable<CardEvent>

  listWebhookEndpoints(): AsyncIterable<WebhookEndpoint>

  /** Returns undefined if the signature is not the provider's. */
  verifyEvent(body: Buffer, headers: IncomingHttpHeaders): CardEvent | undefined
  /** Stored events keep the provider's own name for their type. */
  subjectOf(eventType: string): EventSubject
}

/** An address that the provider sends events to. */
export interface WebhookEndpoint {
  url: string
  isEnabled: boolean
  /** The event types that we need and that it is not sent. */
  missing: string[]
}

export interface SessionOrder {
  attemptId: string
  bookingId: string
  reference: string
  /** Either a price the provider already has, or one for this order alone, under one of its products if there is one. */
  item: { priceId: string; quantity: number } | { name: string; amountCents: number; currency: Currency; productId?: string | undefined }
  /** If undefined, the card page asks for it. */
  customerEmail: string | undefined
  /** Shown on the card page. `lines` tells what the price is made of, for a tour with options; `payUntil` is set for seats reserved by staff. */
  about?: { what: string; lines?: string | undefined; payUntil?: string | undefined; cancellation: string | undefined }
  expiresAt: Date
  /** Where the customer returns to. The provider adds `session_id` to the query of `paidUrl`. */
  paidUrl: string
  cancelUrl: string
}

/** The request as JSON, identical on every try. */
export type FrozenSession = Record<string, unknown>

/** Includes `from`, excludes `until`, by the provider's clock, which counts whole seconds. */
export interface Span {
  from: Date
  until: Date
}

export type SessionFilter = { createdFrom: Date } | { paymentId: string } | { completeCreated: Span }
export type DisputeFilter = { paymentId: string } | { created: Span }
export type RefundFilter = { paymentId: string } | { chargeId: string } | { created: Span }

export interface CheckoutSession {
  id: string
  isOpen: boolean
  isExpired: boolean
  /** Where to pay; null unless the session is open. */
  url: string | null
  amountCents: number | null
  currency: string | null
  /** Null for a session that is not ours. */
  attemptId: string | null
  isLive: boolean
  /** Set only by `getSession`, once the session has been paid. */
  payment: ReceivedPayment | undefined
  /** Set only by `getSession`, for a session completed without immediate payment: the money is still on its way, or will not come. */
  unpaid: 'waiting' | 'failed' | undefined
}

export interface ReceivedPayment {
  id: string
  amountCents: number
  /** Lower case. May be a currency we do not know if the payment is not the agreed one. */
  currency: string
  method: string
  receiptUrl: string | null
  paidAt: Date
}

export interface NewCardPrice {
  tourId: string
  /** Number of the tour's price, counting its changes. */
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
  /** The id of our own row. */
  id: string
  /** Counts the idempotency keys used for this refund; a new key makes it a new request. */
  keyVersion: number
  paymentId: string
  amountCents: number
}

export interface CardRefund {
  id: string
  paymentId: string | null
  amountCents: number
  currency: string
  state: 'pending' | 'succeeded' | 'failed' | 'canceled'
  failureReason: string | null
  /** The refund is pending until our balance with the provider suffices; the provider then sends it by itself. */
  waitsForBalance: boolean
  createdAt: Date
  /** Null for a refund made directly at the provider. */
  ownId: string | null
  /** Null for a payment that is not ours. Known only when listed by time. */
  attemptId: string | null
}

export interface CardCharge {
  paymentId: string | null
  isPaid: boolean
  amountCents: number
  currency: string
  createdAt: Date
  /** Null for a charge that is not ours. */
  attemptId: string | null
}

export interface CardDispute {
  id: string
  paymentId: string | null
  /** The provider's own wording, for staff. */
  status: string
  standing: DisputeStanding
  amountCents: number
  /** How much of the amount the bank holds or has kept. */
  takenCents: number
  currency: string
  /** The provider's word. */
  reason: string
  createdAt: Date
  /** Null if the dispute cannot be answered. */
  dueAt: Date | null
  /** Null for a payment that is not ours. */
  attemptId: string | null
}

/** A balance transaction. */
export interface CardMovement {
  id: string
  /** The provider's word. */
  type: string
  /** What it adds to the balance before the fee is taken. */
  amountCents: number
  feeCents: number
  currency: string
  /** What it is for: a charge, refund, dispute or payout. Null for what has no such object. */
  source: { id: string; amountCents: number; currency: string; paymentId: string | null } | null
  createdAt: Date
  availableAt: Date
}

export interface CardPayout {
  id: string
  amountCents: number
  currency: string
  /** The provider's word. */
  status: string
  /** Whether its movements can be listed. */
  hasContents: boolean
  createdAt: Date
  arrivesAt: Date
}

export interface CardEvent {
  id: string
  type: string
  objectId: string
  isLive: boolean
}

/** `unknown` is an event that we did not subscribe to. */
export type EventSubject = 'session' | 'refund' | 'charge' | 'dispute' | 'unknown'

/**
 * What a failed call to the card provider means:
 * - `uncertain`: there was no response, or one that did not come from the provider. The call may have taken effect; repeat it with the same
 *   id.
 * - `server_error`: the call may have taken effect too, but the provider repeats this response for that id forever.
 * - `refused` and the others, which we handle differently: a definite no. `over_refunded` means less of the payment is left than requested;
 *   `no_balance` means our balance with the provider is too low for a refund at the moment.
 */
export type CardFailure = 'uncertain' | 'server_error' | 'refused' | 'missing' | 'not_open' | 'over_refunded' | 'disputed' | 'no_balance'

interface Details {
  code?: string | undefined
  requestId?: string | undefined
  status?: number | undefined
  cause?: unknown
}

export class CardProviderError extends Error {
  readonly failure: CardFailure
  readonly code: string | undefined
  readonly requestId: string | undefined
  readonly status: number | undefined

  constructor(failure: CardFailure, message: string, { code, requestId, status, cause }: Details = {}) {
    super(message, { cause })
    this.name = 'CardProviderError'
    this.failure = failure
    this.code = code
    this.requestId = requestId
    this.status = status
  }

  /** True if the provider answered no, rather than being down, busy or rate-limiting us. */
  get hasSaidNo(): boolean {
    if (this.failure === 'uncertain') return this.status === 401 || this.status === 403
    return this.failure !== 'server_error'
  }
}

export function cardFailure(error: unknown): CardFailure | undefined {
  return error instanceof CardProviderError ? error.failure : undefined
}

/** Returns whether the provider definitely refused; after any other error the outcome is unknown. */
export function isRefusal(error: unknown): error is CardProviderError {
  return error instanceof CardProviderError && error.failure !== 'uncertain' && error.failure !== 'server_error'
}

/** Describes a failure by codes and ids, for tasks and logs, since the provider's own message might contain an address. */
export function reasonOf(error: unknown): string {
  if (error instanceof CardProviderError) {
    const { failure, code, requestId } = error
    return `the card provider’s response was ${[failure.replace('_', ' '), code, requestId].filter(Boolean).join(', ')}`
  }
  return errorCode(error) ?? (error instanceof Error ? error.name : 'unknown')
}
