import { getCardByLast4 } from '../cards.ts'
import { getSettings, now } from '../clock.ts'
import { invalid, missing, refusal } from '../errors.ts'
import type { Handler } from '../handler.ts'
import { formatMoney } from '../money.ts'
import { integer, listParams, metadata, noParams, oneOf, read, shape, text } from '../params.ts'
import { newId, type Store } from '../store.ts'
import type { Charge, Metadata, Refund, RefundReason } from '../types.ts'
import { paginate } from '../wire.ts'
import { addTransaction } from './balance-transactions.ts'
import { changeCharge, getCharge } from './charges.ts'
import { sumHeld } from './disputes.ts'
import { emit } from './events.ts'
import { getPaymentIntent } from './payment-intents.ts'
import { mergeMetadata } from './products.ts'

const createParams = shape(
  {},
  {
    payment_intent: text(),
    charge: text(),
    amount: integer(1),
    reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
    metadata,
  },
)
const listing = listParams({ payment_intent: text(), charge: text() })

/** Seconds, by the sandbox's clock, until the second step of a refund (`refund_pends`, `refund_fails`). */
const REFUND_SETTLES_AFTER = 60

interface RefundGiven {
  payment_intent?: string
  charge?: string
  amount?: number
  reason?: RefundReason
  metadata?: Metadata
}

function findCharge(store: Store, given: RefundGiven): Charge {
  if (given.charge !== undefined) return getCharge(store, given.charge, 'charge')
  if (given.payment_intent === undefined) {
    throw invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
      'payment_intent',
      'parameter_missing',
    )
  }
  const intent = getPaymentIntent(store, given.payment_intent, 'payment_intent')
  if (intent.status !== 'succeeded' || intent.latest_charge === null) {
    throw refusal(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, { param: 'payment_intent' })
  }
  return getCharge(store, intent.latest_charge)
}

/** Returns the amount to refund: the one given, or all that is neither refunded nor held by a dispute. */
function refundableOf(store: Store, charge: Charge, asked: number | undefined): number {
  if (charge.status !== 'succeeded') throw refusal(`Charge ${charge.id} did not succeed; cannot issue a refund.`, { param: 'charge' })
  const held = sumHeld(store, charge.id)
  const rest = charge.amount - charge.amount_refunded - held
  if (held > 0 && rest <= 0) {
    throw refusal(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' })
  }
  if (charge.refunded) throw refusal(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  if (asked !== undefined && asked > rest) {
    const amounts = `(${formatMoney(asked, charge.currency)}) is greater than unrefunded amount on charge (${formatMoney(rest, charge.currency)})`
    throw refusal(`Refund amount ${amounts}`, { param: 'amount' })
  }
  return asked ?? rest
}

/** Refunds `amount`, or all that is left. Throws ApiError 400 if nothing is left or the balance is empty. */
export function addRefund(store: Store, given: RefundGiven): Refund {
  const charge = findCharge(store, given)
  const amount = refundableOf(store, charge, given.amount)
  const { emptyBalance } = getSettings(store)
  if (emptyBalance === 'refuses') {
    throw refusal('Insufficient funds in your Stripe balance to refund this amount.', { code: 'balance_insufficient' })
  }
  const effect = getCardByLast4(charge.payment_method_details.card.last4).effect.kind
  const pendingReason = emptyBalance === 'pends' ? 'insufficient_funds' : effect === 'refund_pends' ? 'processing' : undefined
  const made: Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: now(store),
    currency: charge.currency,
    metadata: mergeMetadata({}, given.metadata),
    payment_intent: charge.payment_intent,
    reason: given.reason ?? null,
    status: pendingReason ? 'pending' : 'succeeded',
    ...(pendingReason && { pending_reason: pendingReason }),
  }
  const refund = store.put('refund', pendingReason === 'insufficient_funds' ? made : bookRefund(store, made))
  const refunded = charge.amount_refunded + amount
  const changed = changeCharge(store, charge.id, { amount_refunded: refunded, refunded: refunded === charge.amount })
  if (pendingReason === 'processing' || effect === 'refund_fails') {
    store.put('task', { id: `settle ${refund.id}`, kind: 'settle_refund', ref: refund.id, at: now(store) + REFUND_SETTLES_AFTER })
  }
  emit(store, 'refund.created', refund)
  emit(store, 'charge.refunded', changed)
  return refund
}

/** Takes the second step of a refund on the cards 7726 (succeeds) and 5126 (fails); ignores any other. */
export function settleRefund(store: Store, id: string): void {
  const refund = getRefund(store, id)
  if (!store.get('task', `settle ${id}`)) return
  store.remove('task', `settle ${id}`)
  if (refund.status === 'pending') completeRefund(store, refund)
  else failRefund(store, refund, 'expired_or_canceled_card')
}

export function sendWaitingRefunds(store: Store): void {
  for (const refund of store.all('refund')) if (refund.pending_reason === 'insufficient_funds') completeRefund(store, refund)
}

/** Fails refunds that were waiting for the balance when the charge was disputed. */
export function failWaitingRefunds(store: Store, charge: string): void {
  const waiting = store.all('refund').filter((each) => each.charge === charge && each.pending_reason === 'insufficient_funds')
  for (const refund of waiting) failRefund(store, refund, 'charge_for_pending_refund_disputed')
}

function completeRefund(store: Store, refund: Refund): void {
  const { pending_reason: _over, ...rest } = refund
  const sent = rest.balance_transaction ? rest : bookRefund(store, rest)
  emit(store, 'refund.updated', store.put('refund', { ...sent, status: 'succeeded' }))
}

function failRefund(store: Store, refund: Refund, reason: string): void {
  const { pending_reason: _over, ...rest } = refund
  const returned = rest.balance_transaction ? bookFailure(store, rest) : rest
  const failed = store.put('refund', { ...returned, status: 'failed', failure_reason: reason })
  const charge = getCharge(store, refund.charge)
  changeCharge(store, charge.id, { amount_refunded: charge.amount_refunded - refund.amount, refunded: false })
  emit(store, 'refund.updated', failed)
  emit(store, 'refund.failed', failed)
}

/** Takes the money of a refund out of the balance. */
export function bookRefund(store: Store, refund: Refund, created = now(store)): Refund {
  const { id: source, amount, currency } = refund
  const movement = { amount: -amount, created, currency, source, description: 'REFUND FOR CHARGE' }
  const { id } = addTransaction(store, { ...movement, reporting_category: 'refund', type: 'refund' })
  return { ...refund, balance_transaction: id }
}

/** Puts the money of a refund that failed back into the balance. */
export function bookFailure(store: Store, refund: Refund, created = now(store)): Refund {
  const { id: source, amount, currency } = refund
  const movement = { amount, created, currency, source, description: 'REFUND FAILURE' }
  const { id } = addTransaction(store, { ...movement, reporting_category: 'refund_failure', type: 'refund_failure' })
  return { ...refund, failure_balance_transaction: id }
}

/** Throws ApiError 404 if there is none. */
export function getRefund(store: Store, id: string): Refund {
  const refund = store.get('refund', id)
  if (!refund) throw missing('refund', id)
  return refund
}

export const createRefund: Handler = (store, form) => addRefund(store, read(createParams, form))

export const retrieveRefund: Handler = (store, form, id) => {
  read(noParams, form)
  return getRefund(store, id)
}

export const listRefunds: Handler = (store, form) => {
  const { payment_intent, charge, ...page } = read(listing, form)
  return paginate(store.all('refund'), '/v1/refunds', page, { payment_intent, charge })
}
