import type { IncomingHttpHeaders } from 'node:http'
import type { Currency } from '#shared/money.ts'

/**
 * What the site needs from a card provider, in the site's own terms. payments/provider.ts implements it with Stripe's SDK; another
 * provider would implement the same. Every method rejects with a `CardProviderError`. A method that creates something takes the id of
 * our own row; called again with that id, it returns what it created before (payments 2.5).
 */
export interface CardProvider {
  /** Whether real money moves. */
  isLive: boolean

  /** Returns the provider's own parameters for an order, to be stored before they are first sent. Sends nothing. */
  freezeSession(order: SessionOrder): FrozenSession
  openSession(attemptId: string, frozen: FrozenSession): Promise<CheckoutSession>
  getSession(id: string): Promise<CheckoutSession>
  /** Rejects with `not_open` when the session has been paid or has expired. */
  expireSession(id: string): Promise<void>
  listSessions(filter: SessionFilter): AsyncIterable<CheckoutSession>

  /** Creates the product too, unless its id is given. */
  createPrice(price: NewCardPrice): Promise<{ id: string; productId: string }>
  findPrice(id: string): Promise<CardPrice | undefined>
  /** Makes a price impossible to pay from now on. Does nothing when the provider does not have it. */
  retirePrice(id: string): Promise<void>

  /** Rejects with `over_refunded`, `disputed` and `no_balance`. */
  createRefund(refund: NewCardRefund): Promise<CardRefund>
  getRefund(id: string): Promise<CardRefund>
  listRefunds(filter: RefundFilter): AsyncIterable<CardRefund>
  listCharges(created: Span): AsyncIterable<CardCharge>

  getDispute(id: string): Promise<CardDispute>
  listDisputes(filter: DisputeFilter): AsyncIterable<CardDispute>

  /** Lists the events of the kinds that we ask for whose delivery has failed, or is still being tried. */
  listUndeliveredEvents(created: Span): AsyncIterable<CardEvent>

  /** Returns the event in a webhook request; undefined when the signature is not the provider's. */
  verifyEvent(body: Buffer, headers: IncomingHttpHeaders): CardEvent | undefined
  /** Returns what an event of this type is about; stored events keep the provider's own name for it. */
  subjectOf(eventType: string): EventSubject
}

/** One hosted checkout to be opened. */
export interface SessionOrder {
  attemptId: string
  bookingId: string
  /** What staff search for to find the payment at the provider. */
  reference: string
  /** A price that the provider already has, or one for this order alone. */
  item: { priceId: string; quantity: number } | { name: string; amountCents: number; currency: Currency }
  /** The page asks for it where there is none. */
  customerEmail: string | undefined
  /** What is paid for, and until when cancelling is free: one sentence each. */
  about?: { what: string; cancellation: string | undefined }
  expiresAt: Date
  /** Where the customer returns to; the provider adds `session_id` to the query of the first. */
  paidUrl: string
  cancelUrl: string
}

/** What will be sent to open a session: JSON that only the provider reads, identical each time. */
export type FrozenSession = Record<string, unknown>

/** From one moment until just before another, by the provider's clock, which counts whole seconds. */
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
  /** Where to pay; null unless it is open. */
  url: string | null
  amountCents: number | null
  currency: string | null
  /** The attempt that opened it; null for a session that is not ours. */
  attemptId: string | null
  isLive: boolean
  /** Present only from `getSession`, once it has been paid. */
  payment: ReceivedPayment | undefined
  /**
   * Present only from `getSession`, once it was completed without being paid at once: whether the money is still on its way or
   * will not come.
   */
  unpaid: 'waiting' | 'failed' | undefined
}

export interface ReceivedPayment {
  id: string
  amountCents: number
  /** In lower case; perhaps none that we know, when it is not what was agreed. */
  currency: string
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
  /** The id of our own row. */
  id: string
  /** Counts the keys under which this refund was sent; with another one, what was asked for before is asked for anew. */
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
  /** Pending until the account with the provider holds enough again; the provider then sends it by itself. */
  waitsForBalance: boolean
  createdAt: Date
  /** The id of our own row; null for a refund made at the provider. */
  ownId: string | null
  /** The attempt that its payment was made for. Known only from a list by time; null for a payment that is not ours. */
  attemptId: string | null
}

/** One try to take money from a card. */
export interface CardCharge {
  paymentId: string | null
  /** Whether the money came. */
  isPaid: boolean
  amountCents: number
  currency: string
  createdAt: Date
  /** The attempt that it was made for; null for a charge that is not ours. */
  attemptId: string | null
}

export interface CardDispute {
  id: string
  paymentId: string | null
  /** In the provider's words, for the staff. */
  status: string
  /** `lifted`: won, or closed without a loss, so that the money stays ours. `lost`: it has gone back to the cardholder. */
  standing: 'open' | 'lifted' | 'lost'
  /** Until when it can be answered; null when it cannot. */
  dueAt: Date | null
  /** As for a refund. */
  attemptId: string | null
}

export interface CardEvent {
  id: string
  /** The provider's own name for it, kept as received. */
  type: string
  objectId: string
  isLive: boolean
}

/** The kind of object that an event is about, to be read again. `unknown`: none that we asked to hear about. */
export type EventSubject = 'session' | 'refund' | 'charge' | 'dispute' | 'unknown'
