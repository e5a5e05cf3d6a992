import type {
  CardCharge,
  CardDispute,
  CardEvent,
  CardRefund,
  DisputeFilter,
  RefundFilter,
  SessionFilter,
  Span,
} from '#server/lib/card-provider.ts'
import { EVENT_TYPES } from './responses.ts'

// Requests to Stripe's lists and the objects they return (payments 2.12). Only stripe.ts uses the SDK itself.

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
}

/** Refunds and disputes have our metadata only if we made them, but their charges always do (payments 2.6). */
const WITH_METADATA = ['data.charge']

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

export function toDispute({ id, status, payment_intent: intent, charge, evidence_details: evidence }: WireDispute): CardDispute {
  const isLifted = status === 'won' || status === 'warning_closed'
  const standing = isLifted ? 'lifted' : status === 'lost' ? 'lost' : 'open'
  const dueAt = standing === 'open' && evidence.due_by !== null ? toDate(evidence.due_by) : null
  return { id, paymentId: idOf(intent), status, standing, dueAt, attemptId: attemptOf(charge) }
}

export function toEvent({ id, type, livemode, data }: WireEvent): CardEvent {
  return { id, type, objectId: (data.object as { id?: string }).id ?? '', isLive: livemode }
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
