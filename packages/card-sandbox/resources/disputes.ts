import { now } from '../clock.ts'
import { ApiError, invalid, missing } from '../errors.ts'
import type { Handler } from '../handler.ts'
import { disputeFee } from '../money.ts'
import { listParams, noParams, read, text } from '../params.ts'
import { newId, type Store } from '../store.ts'
import type { BalanceTransaction, Charge, Dispute, DisputeStatus } from '../types.ts'
import { paginate } from '../wire.ts'
import { addTransaction } from './balance-transactions.ts'
import { changeCharge, getCharge } from './charges.ts'
import { emit } from './events.ts'

/** Seconds in which a dispute can be answered. */
const DUE_AFTER = 7 * 24 * 60 * 60

const listing = listParams({ payment_intent: text(), charge: text() })

/**
 * Where each status may lead. A lost dispute can be appealed, or be withdrawn by the cardholder; a won one is final, as
 * the provider knows at most one withdrawal and one reinstatement of a dispute.
 */
const NEXT: Record<DisputeStatus, DisputeStatus[]> = {
  warning_needs_response: ['warning_under_review', 'warning_closed', 'needs_response', 'prevented'],
  warning_under_review: ['warning_closed', 'needs_response', 'prevented'],
  warning_closed: [],
  needs_response: ['under_review', 'appeal_needs_response', 'won', 'lost'],
  under_review: ['appeal_needs_response', 'won', 'lost'],
  appeal_needs_response: ['appeal_under_review', 'won', 'lost'],
  appeal_under_review: ['won', 'lost'],
  won: [],
  lost: ['appeal_needs_response', 'won'],
  prevented: [],
}

export const STATUSES = Object.keys(NEXT) as DisputeStatus[]

/** Those that the provider names for cards. */
export const REASONS = [
  'credit_not_processed',
  'duplicate',
  'fraudulent',
  'general',
  'noncompliant',
  'product_not_received',
  'product_unacceptable',
  'subscription_canceled',
  'unrecognized',
] as const

const CLOSED = new Set<DisputeStatus>(['won', 'lost', 'warning_closed', 'prevented'])
/** While these last, the disputed amount is out of the balance. */
const HOLDING = new Set<DisputeStatus>(['needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review', 'lost'])
export const isHolding = (status: DisputeStatus): boolean => HOLDING.has(status)

interface Opening {
  status: 'needs_response' | 'warning_needs_response' | 'prevented'
  /** `fraudulent` if it is missing. */
  reason?: string
  /** The whole charge if it is missing. */
  amount?: number
}

/** Returns how much of a charge its disputes keep from being refunded. */
export const sumHeld = (store: Store, charge: string): number =>
  store
    .all('dispute')
    .filter((each) => each.charge === charge && isHolding(each.status))
    .reduce((sum, each) => sum + each.amount, 0)

const isRefundable = (charge: Charge, amount: number, status: DisputeStatus): boolean => !isHolding(status) || amount < charge.amount

/** Zero where no answer is possible. */
const dueBy = (store: Store, status: DisputeStatus): number => (status === 'prevented' ? 0 : now(store) + DUE_AFTER)

/** Opens a dispute: the bank takes the money back, or only inquires, or was kept from both. */
export function openDispute(store: Store, charge: Charge, { status, reason = 'fraudulent', amount = charge.amount }: Opening): Dispute {
  if (amount > charge.amount) throw invalid('The amount is greater than that of the charge.', 'amount')
  changeCharge(store, charge.id, { disputed: true })
  const opened: Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount,
    charge: charge.id,
    created: now(store),
    currency: charge.currency,
    evidence_details: { due_by: dueBy(store, status), has_evidence: false, submission_count: 0, submission_method: 'not_submitted' },
    is_charge_refundable: isRefundable(charge, amount, status),
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status,
  }
  const dispute = store.put('dispute', isHolding(status) ? withdraw(store, opened) : opened)
  emit(store, 'charge.dispute.created', dispute)
  if (isHolding(status)) emit(store, 'charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** Finds a dispute by its id, or the oldest open one of the payment. Throws ApiError 404 if there is none. */
export function findDispute(store: Store, paymentIntent: string, id?: string): Dispute {
  const isAsked = (each: Dispute) => (id === undefined ? !CLOSED.has(each.status) : each.id === id)
  const found = store.all('dispute').find((each) => each.payment_intent === paymentIntent && isAsked(each))
  if (!found) throw new ApiError(404, id === undefined ? `No open dispute of ${paymentIntent}` : `No dispute ${id} of ${paymentIntent}`)
  return found
}

/** Takes a dispute to its next status, and the money with it. Throws ApiError 400 if it cannot go there. */
export function moveDispute(store: Store, dispute: Dispute, status: DisputeStatus): Dispute {
  if (!NEXT[dispute.status].includes(status)) {
    throw invalid(`A dispute cannot go from ${dispute.status} to ${status}.`, 'outcome')
  }
  const moved: Dispute = {
    ...dispute,
    evidence_details: detailsAfter(store, dispute, status),
    is_charge_refundable: isRefundable(getCharge(store, dispute.charge), dispute.amount, status),
    status,
  }
  const [was, is] = [isHolding(dispute.status), isHolding(status)]
  const settled = store.put('dispute', was === is ? moved : is ? withdraw(store, moved) : reinstate(store, moved))
  const isClosed = status === 'won' || status === 'lost' || status === 'warning_closed'
  emit(store, isClosed ? 'charge.dispute.closed' : 'charge.dispute.updated', settled)
  if (was !== is) emit(store, is ? 'charge.dispute.funds_withdrawn' : 'charge.dispute.funds_reinstated', settled)
  return settled
}

function detailsAfter(store: Store, { evidence_details: details }: Dispute, status: DisputeStatus): Dispute['evidence_details'] {
  if (status.endsWith('needs_response') || status === 'prevented') return { ...details, due_by: dueBy(store, status) }
  if (!status.endsWith('under_review')) return details
  const count = (details.submission_count ?? 0) + 1
  return { ...details, has_evidence: true, submission_count: count, submission_method: 'manual' }
}

export function withdraw(store: Store, dispute: Dispute, created = now(store)): Dispute {
  const { id: source, amount, charge, currency } = dispute
  const movement = {
    amount: -amount,
    created,
    currency,
    fee: disputeFee(currency),
    source,
    description: `Chargeback withdrawal for ${charge}`,
  }
  return noteMove(dispute, addTransaction(store, { ...movement, reporting_category: 'dispute', type: 'adjustment' }))
}

/** The fee stays with the provider. */
export function reinstate(store: Store, dispute: Dispute, created = now(store)): Dispute {
  const { id: source, amount, charge, currency } = dispute
  const movement = { amount, created, currency, source, description: `Chargeback reversal for ${charge}` }
  return noteMove(dispute, addTransaction(store, { ...movement, reporting_category: 'dispute_reversal', type: 'adjustment' }))
}

const noteMove = (dispute: Dispute, { id }: BalanceTransaction): Dispute => ({
  ...dispute,
  _transactions: [...(dispute._transactions ?? []), id],
})

export const retrieveDispute: Handler = (store, form, id) => {
  read(noParams, form)
  const dispute = store.get('dispute', id)
  if (!dispute) throw missing('dispute', id)
  return dispute
}

export const listDisputes: Handler = (store, form) => {
  const { payment_intent, charge, ...page } = read(listing, form)
  return paginate(store.all('dispute'), '/v1/disputes', page, { payment_intent, charge })
}
