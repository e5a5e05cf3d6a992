import type { BalanceTransaction, Dispute } from './balance-types.ts'
import { now } from './clock.ts'
import type { Store } from './store.ts'

const PAYOUT = {
  application_fee: null,
  application_fee_amount: null,
  automatic: true,
  description: 'STRIPE PAYOUT',
  destination: 'ba_sandbox',
  livemode: false,
  metadata: {},
  method: 'standard',
  original_payout: null,
  payout_method: null,
  reconciliation_status: 'completed',
  reversed_by: null,
  source_type: 'card',
  statement_descriptor: null,
  trace_id: null,
  type: 'bank_account',
}

const FEE: Partial<Record<BalanceTransaction['type'], string>> = { charge: 'Stripe processing fees', adjustment: 'Dispute fee' }

/** Adds what the provider sends and no record keeps: it follows from others, or from the time. */
export function withDerived(store: Store, record: object): object {
  switch ('object' in record && record.object) {
    case 'dispute':
      return disputeFields(store, record as Dispute)
    case 'balance_transaction':
      return transactionFields(store, record as BalanceTransaction)
    case 'payout':
      return { ...PAYOUT, ...record }
    default:
      return record
  }
}

function disputeFields(store: Store, dispute: Dispute): object {
  const transactions = (dispute._transactions ?? []).flatMap((id) => store.get('balance_transaction', id) ?? [])
  return { ...dispute, balance_transactions: transactions.map((each) => transactionFields(store, each)) }
}

function transactionFields(store: Store, transaction: BalanceTransaction): object {
  const { fee: amount, currency, available_on, type } = transaction
  return {
    ...transaction,
    balance_type: 'payments',
    exchange_rate: null,
    fee_details: amount === 0 ? [] : [{ amount, application: null, currency, description: FEE[type] ?? null, type: 'stripe_fee' }],
    status: available_on <= now(store) ? 'available' : 'pending',
  }
}
