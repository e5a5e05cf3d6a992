import { now } from './clock.ts'
import type { Store } from './store.ts'
import type { BalanceTransaction, Charge, Dispute, LineItem, PaymentIntent, Product, Session, WireEvent } from './types.ts'
import * as always from './wire-constants.ts'

/** Adds what follows from other records, or from the time. */
export function withDerived(store: Store, record: object): object {
  switch ('object' in record && record.object) {
    case 'dispute':
      return withTransactions(store, record as Dispute)
    case 'balance_transaction':
      return withStatus(store, record as BalanceTransaction)
    default:
      return record
  }
}

function withTransactions(store: Store, dispute: Dispute): object {
  const transactions = (dispute._transactions ?? []).flatMap((id) => store.get('balance_transaction', id) ?? [])
  return { ...dispute, balance_transactions: transactions.map((each) => withStatus(store, each)) }
}

function withStatus(store: Store, { _payout, ...transaction }: BalanceTransaction): object {
  return { ...transaction, status: transaction.available_on <= now(store) ? 'available' : 'pending' }
}

/** Adds what follows from the object itself or never changes: no record keeps it, so that the journal stays small. */
export function completed(wire: object): object {
  const complete = 'object' in wire ? COMPLETE[String(wire.object)] : undefined
  return complete ? complete(wire as never) : wire
}

const COMPLETE: Record<string, (wire: never) => object> = {
  product: (wire: Product) => ({ ...always.PRODUCT, updated: wire.created, ...wire }),
  price: (wire: object) => ({ ...always.PRICE, ...wire }),
  item: (wire: LineItem) => ({ ...always.LINE_ITEM, ...wire, price: completed(wire.price) }),
  'checkout.session': (wire: Session) => ({
    ...always.SESSION,
    ...wire,
    custom_text: { ...always.CUSTOM_TEXT, ...wire.custom_text },
    customer_details: wire.customer_details && { ...always.CUSTOMER_DETAILS, ...wire.customer_details },
  }),
  payment_intent: (wire: PaymentIntent) => ({ ...always.PAYMENT_INTENT, client_secret: `${wire.id}_secret_sandbox`, ...wire }),
  charge: (wire: Charge) => ({
    ...always.CHARGE,
    ...wire,
    captured: wire.paid,
    outcome: outcomeOf(wire),
    payment_method_details: { type: 'card', card: { ...always.CARD, ...wire.payment_method_details.card } },
  }),
  refund: (wire: object) => ({ ...always.REFUND, ...wire }),
  dispute: completeDispute,
  balance_transaction: completeTransaction,
  payout: (wire: object) => ({ ...always.PAYOUT, ...wire }),
  event: (wire: WireEvent) => ({ ...wire, data: { object: completed(wire.data.object) } }),
}

function outcomeOf({ status, failure_code: code }: Charge): object {
  if (status !== 'failed') {
    return { ...always.OUTCOME, network_status: 'approved_by_network', seller_message: 'Payment complete.', type: 'authorized' }
  }
  return {
    ...always.OUTCOME,
    network_status: 'declined_by_network',
    reason: code,
    seller_message: 'The bank did not return any further details with this decline.',
    type: 'issuer_declined',
  }
}

function completeDispute(wire: Dispute & { balance_transactions?: object[] }): object {
  const caseType = wire.status.startsWith('warning') ? 'inquiry' : wire.status === 'prevented' ? 'resolution' : 'chargeback'
  return {
    ...always.DISPUTE,
    payment_method_details: { type: 'card', card: { brand: 'visa', case_type: caseType, network: 'visa', network_reason_code: null } },
    ...wire,
    balance_transactions: (wire.balance_transactions ?? []).map((each) => completed(each)),
    evidence_details: { ...always.EVIDENCE_DETAILS, ...wire.evidence_details },
  }
}

const FEE: Partial<Record<BalanceTransaction['type'], string>> = { charge: 'Stripe processing fees', adjustment: 'Dispute fee' }

function completeTransaction(wire: BalanceTransaction): object {
  const { fee: amount, currency, type } = wire
  const fees = amount === 0 ? [] : [{ amount, application: null, currency, description: FEE[type] ?? null, type: 'stripe_fee' }]
  return { ...always.BALANCE_TRANSACTION, ...wire, fee_details: fees }
}
