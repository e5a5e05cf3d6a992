import { readFileSync } from 'node:fs'
import { getCardByLast4 } from './cards.ts'
import type { Change } from './journal.ts'
import type { Currency } from './money.ts'
import type { Charge, Dispute, Metadata, PaymentIntent, Refund, RefundStatus, Session } from './types.ts'

const CARD = getCardByLast4('4242')

/** A payment made before the sandbox first ran, as one line of JSON. Amounts in cents, times in Unix seconds. */
export interface PastPayment {
  session: string
  payment_intent: string
  amount: number
  currency: Currency
  created: number
  paid: number
  expires_at: number
  customer_email: string
  success_url: string
  /** Shared by session, PaymentIntent and charge; `attempt_id` becomes the session's client_reference_id. */
  metadata: Metadata
  refunds: { id: string; amount: number; created: number; status: RefundStatus; failure_reason: string | null; metadata: Metadata }[]
  /** Only disputes that are still open. */
  disputes: { id: string; created: number; due_by: number | null }[]
}

/**
 * Returns the objects of past payments, each kind oldest first, as lists expect. They emit no events, since the site
 * already has these payments. Throws if a line cannot be read.
 */
export function readPast(file: string): Change[] {
  const payments = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as PastPayment)
  const oldestFirst = <T extends { id: string; created: number }>(kind: string, records: T[]): Change[] =>
    records.toSorted((one, other) => one.created - other.created).map((record) => [kind, record.id, record])
  return [
    ...oldestFirst('session', payments.map(sessionOf)),
    ...oldestFirst('payment_intent', payments.map(intentOf)),
    ...oldestFirst('charge', payments.map(chargeOf)),
    ...oldestFirst('refund', payments.flatMap(refundsOf)),
    ...oldestFirst('dispute', payments.flatMap(disputesOf)),
  ]
}

const chargeId = ({ payment_intent: id }: PastPayment) => id.replace(/^pi_/, 'ch_')

function sessionOf(past: PastPayment): Session {
  const { session: id, amount, currency, created, expires_at, customer_email, success_url, metadata, payment_intent } = past
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    allowed_payment_method_types: ['card'],
    amount_subtotal: amount,
    amount_total: amount,
    cancel_url: null,
    client_reference_id: metadata['attempt_id'] ?? null,
    created,
    currency,
    customer_details: { email: customer_email, name: null },
    customer_email,
    expires_at,
    livemode: false,
    metadata,
    payment_intent,
    payment_status: 'paid',
    status: 'complete',
    success_url,
    url: null,
    _lineItems: [],
    _intentMetadata: metadata,
    _intentDescription: null,
    _authenticating: null,
  }
}

function intentOf(past: PastPayment): PaymentIntent {
  const { payment_intent: id, amount, currency, created, metadata } = past
  return {
    id,
    object: 'payment_intent',
    amount,
    amount_received: amount,
    canceled_at: null,
    created,
    currency,
    description: null,
    last_payment_error: null,
    latest_charge: chargeId(past),
    livemode: false,
    metadata,
    status: 'succeeded',
  }
}

function chargeOf(past: PastPayment): Charge {
  const { payment_intent, amount, currency, paid, metadata, refunds, disputes } = past
  const standing = refunds.filter(({ status }) => status !== 'failed' && status !== 'canceled')
  const returned = standing.reduce((sum, each) => sum + each.amount, 0)
  return {
    id: chargeId(past),
    object: 'charge',
    amount,
    amount_captured: amount,
    amount_refunded: returned,
    created: paid,
    currency,
    disputed: disputes.length > 0,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata,
    paid: true,
    payment_intent,
    receipt_url: null,
    refunded: returned === amount,
    status: 'succeeded',
    payment_method_details: { type: 'card', card: { brand: CARD.brand, last4: CARD.last4 } },
  }
}

function refundsOf(past: PastPayment): Refund[] {
  return past.refunds.map(({ failure_reason, ...refund }) => ({
    ...refund,
    object: 'refund',
    charge: chargeId(past),
    currency: past.currency,
    payment_intent: past.payment_intent,
    reason: null,
    ...(failure_reason !== null && { failure_reason }),
  }))
}

function disputesOf(past: PastPayment): Dispute[] {
  return past.disputes.map(({ id, created, due_by }) => ({
    id,
    object: 'dispute',
    amount: past.amount,
    charge: chargeId(past),
    created,
    currency: past.currency,
    evidence_details: { due_by },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: past.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  }))
}
