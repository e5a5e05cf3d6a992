import { now } from '../clock.ts'
import { invalid, missing } from '../errors.ts'
import type { Handler } from '../handler.ts'
import { listParams, noParams, range, read, text } from '../params.ts'
import { newId, type Store } from '../store.ts'
import type { BalanceTransaction, Payout } from '../types.ts'
import { isWithin, paginate } from '../wire.ts'
import { addTransaction, planPayout } from './balance-transactions.ts'
import { emit } from './events.ts'

const listing = listParams({ arrival_date: range, status: text() })

const ARRIVES_AFTER = 24 * 60 * 60

/** Pays out what is available in each currency, as the provider does on its schedule. */
export function payOut(store: Store): Payout[] {
  store.remove('task', 'pay_out')
  const made: Payout[] = []
  for (const transactions of availableByCurrency(store).values()) {
    const payout = makePayout(store, transactions, now(store))
    if (!payout) continue
    emit(store, 'payout.created', payout)
    made.push(payout)
  }
  return made
}

/** Groups what is in no payout yet, and plans the next run for what is not available yet. */
function availableByCurrency(store: Store): Map<string, BalanceTransaction[]> {
  const available = new Map<string, BalanceTransaction[]>()
  const moment = now(store)
  for (const each of store.committed('balance_transaction')) {
    if (each._payout !== undefined) continue
    if (each.available_on > moment) planPayout(store, each.available_on)
    else addTo(available, each)
  }
  return available
}

export function addTo(byCurrency: Map<string, BalanceTransaction[]>, transaction: BalanceTransaction): void {
  const others = byCurrency.get(transaction.currency)
  if (others) others.push(transaction)
  else byCurrency.set(transaction.currency, [transaction])
}

/** Returns undefined if the transactions, all of one currency, leave nothing to pay out. */
export function makePayout(store: Store, transactions: BalanceTransaction[], created: number): Payout | undefined {
  const amount = transactions.reduce((sum, each) => sum + each.net, 0)
  const currency = transactions[0]?.currency
  if (amount <= 0 || currency === undefined) return undefined
  const id = newId('po')
  const own = addTransaction(store, {
    amount: -amount,
    created,
    currency,
    description: 'STRIPE PAYOUT',
    reporting_category: 'payout',
    source: id,
    type: 'payout',
  })
  for (const each of [...transactions, own]) store.put('balance_transaction', { ...each, _payout: id })
  const arrives = created + ARRIVES_AFTER
  store.put('task', { id: `settle ${id}`, kind: 'settle_payout', ref: id, at: arrives })
  return store.put('payout', {
    id,
    object: 'payout',
    amount,
    arrival_date: arrives,
    balance_transaction: own.id,
    created,
    currency,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    status: 'in_transit',
  })
}

/** Ends the way of a payout to the bank. */
export function arrive(store: Store, id: string): Payout {
  const payout = getPayout(store, id)
  if (payout.status !== 'in_transit') throw invalid(`The payout ${id} is ${payout.status}.`, 'payout')
  store.remove('task', `settle ${id}`)
  const paid = store.put('payout', { ...payout, status: 'paid' })
  emit(store, 'payout.paid', paid)
  return paid
}

/** Brings the money of a payout back into the balance: the bank may still return one that seemed paid. */
export function failPayout(store: Store, id: string): Payout {
  const payout = getPayout(store, id)
  if (payout.status === 'failed') throw invalid(`The payout ${id} has failed.`, 'payout')
  store.remove('task', `settle ${id}`)
  const movement = { amount: payout.amount, created: now(store), currency: payout.currency, source: id, description: 'PAYOUT FAILURE' }
  const returned = addTransaction(store, { ...movement, reporting_category: 'payout_reversal', type: 'payout_failure' })
  const failed = store.put('payout', {
    ...payout,
    failure_balance_transaction: returned.id,
    failure_code: 'account_closed',
    failure_message: 'The bank account has been closed.',
    status: 'failed',
  })
  emit(store, 'payout.failed', failed)
  return failed
}

function getPayout(store: Store, id: string): Payout {
  const payout = store.get('payout', id)
  if (!payout) throw missing('payout', id)
  return payout
}

export const retrievePayout: Handler = (store, form, id) => {
  read(noParams, form)
  return getPayout(store, id)
}

export const listPayouts: Handler = (store, form) => {
  const { arrival_date: arrives, status, ...page } = read(listing, form)
  const payouts = store.all('payout').filter((each) => status === undefined || each.status === status)
  return paginate(arrives ? payouts.filter((each) => isWithin(each.arrival_date, arrives)) : payouts, '/v1/payouts', page)
}
