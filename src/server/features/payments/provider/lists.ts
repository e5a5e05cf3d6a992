import type {
  CardCharge,
  CardDispute,
  CardEvent,
  CardMovement,
  CardPayout,
  CardRefund,
  DisputeFilter,
  RefundFilter,
  SessionFilter,
  Span,
  WebhookEndpoint,
} from '#server/lib/card-provider.ts'
import { EVENT_TYPES } from './responses.ts'

// Requests to Stripe's lists and the objects they return. Only stripe.ts uses the SDK itself.

type Reference = string | { id: string } | null

interface WireCharge {
  payment_intent: Reference
  status: string
  amount_captured: number
  currency: string
  created: number
  metadata: Record<string, string>
}

interface WireEvent {
  id: string
  type: string
  livemode: boolean
  data: { object: object }
}

interface WireRefund {
  id: string
  payment_intent: Reference
  amount: number
  currency: string
  status: string | null
  failure_reason?: string | null
  pending_reason?: string | null
  created: number
  metadata: Record<string, string> | null
  charge: string | Pick<WireCharge, 'metadata'> | null
}

interface WireDispute {
  id: string
  payment_intent: Reference
  status: string
  charge: string | Pick<WireCharge, 'metadata'> | null
  evidence_details: { due_by: number | null }
  amount: number
  currency: string
  reason: string
  created: number
  balance_transactions?: { amount: number; currency: string }[]
}

/** Refunds and disputes have our metadata only if we made them, but their charges always do. */
const WITH_METADATA = ['data.charge']

interface WireMovement {
  id: string
  type: string
  amount: number
  fee: number
  currency: string
  created: number
  available_on: number
  source: string | { id: string; amount?: number; currency?: string; payment_intent?: Reference } | null
}

interface WirePayout {
  id: string
  amount: number
  currency: string
  status: string
  created: number
  arrival_date: number
  reconciliation_status: string
}

interface WireBalance {
  available: { amount: number; currency: string }[]
  pending: { amount: number; currency: string }[]
}

/** The provider's timestamps are whole seconds. */
export function within({ from, until }: Span) {
  return { gte: Math.ceil(from.getTime() / 1000), lt: Math.ceil(until.getTime() / 1000) }
}

export function sessionFilter(filter: SessionFilter) {
  if ('paymentId' in filter) return { payment_intent: filter.paymentId }
  if ('completeCreated' in filter) return { status: 'complete' as const, created: within(filter.completeCreated) }
  return { created: { gte: Math.floor(filter.createdFrom.getTime() / 1000) } }
}

export function refundFilter(filter: RefundFilter) {
  if ('created' in filter) return { created: within(filter.created), expand: WITH_METADATA }
  return 'paymentId' in filter ? { payment_intent: filter.paymentId } : { charge: filter.chargeId }
}

export function disputeFilter(filter: DisputeFilter) {
  return 'created' in filter ? { created: within(filter.created), expand: WITH_METADATA } : { payment_intent: filter.paymentId }
}

export function undelivered(created: Span) {
  return { created: within(created), delivery_success: false, types: EVENT_TYPES }
}

export function toCharge(charge: WireCharge): CardCharge {
  return {
    paymentId: idOf(charge.payment_intent),
    isPaid: charge.status === 'succeeded' && charge.amount_captured > 0,
    amountCents: charge.amount_captured,
    currency: charge.currency,
    createdAt: toDate(charge.created),
    attemptId: attemptOf(charge),
  }
}

export function toRefund(refund: WireRefund): CardRefund {
  const { status } = refund
  return {
    id: refund.id,
    paymentId: idOf(refund.payment_intent),
    amountCents: refund.amount,
    currency: refund.currency,
    state: status === 'succeeded' || status === 'failed' || status === 'canceled' ? status : 'pending',
    failureReason: refund.failure_reason ?? null,
    waitsForBalance: status === 'pending' && refund.pending_reason === 'insufficient_funds',
    createdAt: toDate(refund.created),
    ownId: refund.metadata?.['refund_id'] ?? null,
    attemptId: attemptOf(refund.charge),
  }
}

const STANDINGS: Partial<Record<string, CardDispute['standing']>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'lifted',
  prevented: 'lifted',
  won: 'lifted',
  lost: 'lost',
}

/** A status that we do not know holds the money, as most do. */
export function toDispute(dispute: WireDispute): CardDispute {
  const { id, status, payment_intent: intent, charge, evidence_details: evidence, amount: amountCents, currency, reason } = dispute
  const standing = STANDINGS[status] ?? 'open'
  const isLive = standing === 'open' || standing === 'inquiry'
  return {
    id,
    paymentId: idOf(intent),
    status,
    standing,
    amountCents,
    takenCents: standing === 'lost' ? amountCents - reinstated(dispute) : standing === 'open' ? amountCents : 0,
    currency,
    reason,
    createdAt: toDate(dispute.created),
    // Zero where no answer is possible.
    dueAt: isLive && evidence.due_by ? toDate(evidence.due_by) : null,
    attemptId: attemptOf(charge),
  }
}

/** A dispute that was won in part counts as lost, and the part is given back. */
function reinstated({ amount, currency, balance_transactions: moves = [] }: WireDispute): number {
  const back = moves.filter((move) => move.currency === currency && move.amount > 0).reduce((sum, move) => sum + move.amount, 0)
  return Math.min(amount, back)
}

export function toEvent({ id, type, livemode, data }: WireEvent): CardEvent {
  return { id, type, objectId: (data.object as { id?: string }).id ?? '', isLive: livemode }
}

export function movementFilter(filter: { created: Span } | { payoutId: string }) {
  return { ...('created' in filter ? { created: within(filter.created) } : { payout: filter.payoutId }), expand: ['data.source'] }
}

export function toMovement({ source, ...move }: WireMovement): CardMovement {
  return {
    id: move.id,
    type: move.type,
    amountCents: move.amount,
    feeCents: move.fee,
    currency: move.currency,
    source: toSource(source),
    createdAt: toDate(move.created),
    availableAt: toDate(move.available_on),
  }
}

function toSource(source: WireMovement['source']): CardMovement['source'] {
  if (source === null || typeof source === 'string' || source.amount === undefined || source.currency === undefined) return null
  return { id: source.id, amountCents: source.amount, currency: source.currency, paymentId: idOf(source.payment_intent ?? null) }
}

/** The provider refuses to list what a payout made by hand contains, and says of others when the list is whole. */
export function toPayout({ id, amount, currency, status, created, arrival_date: arrival, ...payout }: WirePayout): CardPayout {
  const hasContents = payout.reconciliation_status === 'completed'
  return { id, amountCents: amount, currency, status, hasContents, createdAt: toDate(created), arrivesAt: toDate(arrival) }
}

export function toBalance({ available, pending }: WireBalance): Map<string, number> {
  const held = new Map<string, number>()
  for (const { amount, currency } of [...available, ...pending]) held.set(currency, (held.get(currency) ?? 0) + amount)
  return held
}

/** Null for a charge that is not ours or was not expanded. */
function attemptOf(charge: string | Pick<WireCharge, 'metadata'> | null): string | null {
  return typeof charge === 'object' ? (charge?.metadata['attempt_id'] ?? null) : null
}

function idOf(reference: Reference): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}

function toDate(seconds: number): Date {
  return new Date(seconds * 1000)
}

interface WireEndpoint {
  url: string
  status: string
  enabled_events: string[]
}

export function toEndpoint({ url, status, enabled_events: types }: WireEndpoint): WebhookEndpoint {
  const isSent = (type: string) => types.includes('*') || types.includes(type)
  return { url, isEnabled: status === 'enabled', missing: EVENT_TYPES.filter((type) => !isSent(type)) }
}
