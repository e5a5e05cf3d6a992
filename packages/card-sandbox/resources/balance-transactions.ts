import { getSettings, midnightFrom, now } from '../clock.ts'
import { missing } from '../errors.ts'
import type { Handler } from '../handler.ts'
import { currency, listParams, noParams, read, text } from '../params.ts'
import { newId, type Store } from '../store.ts'
import type { BalanceTransaction } from '../types.ts'
import { paginate } from '../wire.ts'

const listing = listParams({ currency, payout: text(), source: text(), type: text() })

/** Seconds from a charge until its money can be paid out. */
const AVAILABLE_AFTER = 2 * 24 * 60 * 60

type Movement = Pick<BalanceTransaction, 'amount' | 'created' | 'currency' | 'description' | 'reporting_category' | 'source' | 'type'>

/** Records money that enters or leaves the balance. A charge becomes available at a midnight (UTC) later on. */
export function addTransaction(store: Store, movement: Movement & { fee?: number }): BalanceTransaction {
  const { amount, created, fee = 0, type } = movement
  const available_on = type === 'charge' ? midnightFrom(created + AVAILABLE_AFTER) : created
  if (type !== 'payout') planPayout(store, available_on)
  return store.put('balance_transaction', {
    id: newId('txn'),
    object: 'balance_transaction',
    ...movement,
    available_on,
    fee,
    net: amount - fee,
  })
}

/** Has the schedule run at the first midnight at which the money is available. */
export function planPayout(store: Store, availableOn: number): void {
  if (getSettings(store).payouts === 'manual') return
  const at = midnightFrom(Math.max(availableOn, now(store)))
  const planned = store.get('task', 'pay_out')
  if (!planned || planned.at > at) store.put('task', { id: 'pay_out', kind: 'pay_out', ref: '', at })
}

export const retrieveTransaction: Handler = (store, form, id) => {
  read(noParams, form)
  const transaction = store.get('balance_transaction', id)
  if (!transaction) throw missing('balance transaction', id)
  return transaction
}

export const listTransactions: Handler = (store, form) => {
  const { payout: _payout, currency: only, source, type, ...page } = read(listing, form)
  if (_payout !== undefined && !store.get('payout', _payout)) throw missing('payout', _payout, 'payout')
  return paginate(store.all('balance_transaction'), '/v1/balance_transactions', page, {
    _payout,
    currency: only,
    source,
    type: type as BalanceTransaction['type'] | undefined,
  })
}

export const retrieveBalance: Handler = (store, form) => {
  read(noParams, form)
  // An account that has moved nothing yet shows its own currency.
  const available = new Map([['usd', 0]])
  const pending = new Map([['usd', 0]])
  const moment = now(store)
  for (const { available_on, currency: of, net } of store.committed('balance_transaction')) {
    const [sums, others] = available_on <= moment ? [available, pending] : [pending, available]
    sums.set(of, (sums.get(of) ?? 0) + net)
    if (!others.has(of)) others.set(of, 0)
  }
  return { object: 'balance', available: amountsOf(available), livemode: false, pending: amountsOf(pending) }
}

const amountsOf = (sums: Map<string, number>): object[] =>
  [...sums].map(([of, amount]) => ({ amount, currency: of, source_types: { card: amount } }))
