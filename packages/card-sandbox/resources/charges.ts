import type { TestCard } from '../cards.ts'
import { now } from '../clock.ts'
import { missing } from '../errors.ts'
import type { Handler } from '../handler.ts'
import { processingFee } from '../money.ts'
import { listParams, noParams, read, text } from '../params.ts'
import { newId, type Store } from '../store.ts'
import type { Charge, PaymentError, PaymentIntent } from '../types.ts'
import { paginate, withWhole } from '../wire.ts'
import { addTransaction } from './balance-transactions.ts'

const listing = listParams({ payment_intent: text() })

/** Throws ApiError 404 if there is none. */
export function getCharge(store: Store, id: string, param = 'id'): Charge {
  const charge = store.get('charge', id)
  if (!charge) throw missing('charge', id, param)
  return charge
}

export function changeCharge(store: Store, id: string, changes: Partial<Charge>): Charge {
  return store.put('charge', { ...getCharge(store, id), ...changes })
}

/** `siteUrl` is where the site's visitors reach the sandbox's pages. */
export function addCharge(
  store: Store,
  intent: PaymentIntent,
  card: TestCard,
  status: Charge['status'],
  siteUrl: string,
  error?: PaymentError,
): Charge {
  const id = newId('ch')
  const isPaid = status === 'succeeded'
  const charge = store.put('charge', {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    balance_transaction: null,
    created: now(store),
    currency: intent.currency,
    description: intent.description,
    disputed: false,
    failure_code: error?.code ?? null,
    failure_message: error?.message ?? null,
    livemode: false,
    metadata: intent.metadata,
    paid: isPaid,
    payment_intent: intent.id,
    receipt_url: status === 'failed' ? null : `${siteUrl}/receipts/${id}`,
    refunded: false,
    status,
    payment_method_details: { type: 'card', card: { brand: card.brand, last4: card.last4 } },
  })
  return isPaid ? bookCharge(store, charge) : charge
}

/** Puts the money of a charge that has succeeded into the balance. */
export function bookCharge(store: Store, charge: Charge, created = now(store)): Charge {
  const { id: source, amount_captured: amount, currency, description = null } = charge
  const fee = processingFee(amount, currency)
  const movement = { amount, created, currency, description, fee, source, reporting_category: 'charge', type: 'charge' } as const
  return changeCharge(store, source, { balance_transaction: addTransaction(store, movement).id })
}

export const retrieveCharge: Handler = (store, form, id) => {
  read(noParams, form)
  return getCharge(store, id)
}

export const listCharges: Handler = (store, form) => {
  const { payment_intent, ...page } = read(listing, form)
  return withWhole(store, 'charge', paginate(store.all('charge'), '/v1/charges', page, { payment_intent }))
}
