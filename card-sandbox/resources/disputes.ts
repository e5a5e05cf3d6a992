import { ApiError, missing } from '../errors.ts'
import { now } from '../clock.ts'
import { newId } from '../ids.ts'
import { listParams, noParams, read, text } from '../params.ts'
import type { Handler } from '../handler.ts'
import type { Store } from '../store.ts'
import type { Charge, Dispute, DisputeStatus } from '../types.ts'
import { paginate } from '../wire.ts'
import { changeCharge } from './charges.ts'
import { emit } from './events.ts'

/** Seconds in which a dispute can be answered. */
const DUE_AFTER = 7 * 24 * 60 * 60

const listing = listParams({ payment_intent: text(), charge: text() })

/** Opens a dispute: the bank takes the money back, or only inquires (`warning_needs_response`). */
export function openDispute(store: Store, charge: Charge, reason: string, status: DisputeStatus): Dispute {
  changeCharge(store, charge.id, { disputed: true })
  const dispute = store.put('dispute', {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    charge: charge.id,
    created: now(store),
    currency: charge.currency,
    evidence_details: { due_by: now(store) + DUE_AFTER },
    is_charge_refundable: status === 'warning_needs_response',
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status,
  })
  emit(store, 'charge.dispute.created', dispute)
  return dispute
}

/** Throws ApiError 404 if the payment has no open dispute. */
export function closeDispute(store: Store, paymentIntent: string, outcome: 'won' | 'lost' | 'warning_closed'): Dispute {
  const isOpen = (each: Dispute) => each.payment_intent === paymentIntent && each.status.endsWith('needs_response')
  const open = store.all('dispute').find(isOpen)
  if (!open) throw new ApiError(404, `No open dispute of ${paymentIntent}`)
  const closed = store.put('dispute', { ...open, status: outcome, is_charge_refundable: outcome !== 'lost' })
  emit(store, 'charge.dispute.closed', closed)
  return closed
}

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
