import type { BalanceTransaction, Dispute } from './balance-types.ts'
import { now } from './clock.ts'
import type { Store } from './store.ts'

/** Adds what the provider sends and no record keeps: it follows from others, or from the time. */
export function withDerived(store: Store, record: object): object {
  switch ('object' in record && record.object) {
    case 'dispute':
      return disputeFields(store, record as Dispute)
    case 'balance_transaction':
      return transactionFields(store, record as BalanceTransaction)
    default:
      return record
  }
}

function disputeFields(store: Store, dispute: Dispute): object {
  const transactions = (dispute._transactions ?? []).flatMap((id) => store.get('balance_transaction', id) ?? [])
  return { ...dispute, balance_transactions: transactions.map((each) => transactionFields(store, each)) }
}

function transactionFields(store: Store, transaction: BalanceTransaction): object {
  const { fee: amount, currency, available_on } = transaction
  return {
    ...transaction,
    balance_type: 'payments',
    exchange_rate: null,
    fee_details: amount === 0 ? [] : [{ amount, application: null, currency, description: 'Dispute fee', type: 'stripe_fee' }],
    status: available_on <= now(store) ? 'available' : 'pending',
  }
}
