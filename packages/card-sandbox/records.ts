import type { BalanceTransaction, Dispute, Payout } from './balance-types.ts'
import type { Charge, Delivery, PaymentIntent, Price, Product, Refund, SavedResponse, Session, Settings, Task, WireEvent } from './types.ts'

/** What the store keeps, by kind. */
export interface Records {
  product: Product
  price: Price
  session: Session
  payment_intent: PaymentIntent
  charge: Charge
  refund: Refund
  dispute: Dispute
  balance_transaction: BalanceTransaction
  payout: Payout
  event: WireEvent
  delivery: Delivery
  task: Task
  answer: SavedResponse
  settings: Settings
}
export type Kind = keyof Records

/** Memory holds only these fields of the kinds that every checkout adds to. The rest is read from the journal. */
const LISTED = {
  product: ['id', 'created', 'active'],
  price: ['id', 'created', 'active', 'currency', 'product'],
  session: ['id', 'created', 'status', 'payment_status', 'payment_intent', 'amount_total', 'currency', 'client_reference_id'],
  payment_intent: ['id', 'created'],
  charge: ['id', 'created', 'payment_intent', 'status', 'amount', 'currency', 'amount_refunded', 'disputed', 'balance_transaction'],
  event: ['id', 'created', 'type', 'pending_webhooks'],
  answer: ['id', 'created'],
} as const satisfies { [K in Kind]?: readonly (keyof Records[K])[] }

export type PartlyListed = keyof typeof LISTED
/** What a list of records shows without reading the journal. */
export type Listed<K extends Kind> = K extends PartlyListed
  ? Pick<Records[K], Extract<(typeof LISTED)[K][number], keyof Records[K]>>
  : Records[K]

export const isPartlyListed = (kind: string): kind is PartlyListed => Object.hasOwn(LISTED, kind)

export function listedOf(kind: string, record: object): object {
  if (!isPartlyListed(kind)) return record
  return Object.fromEntries(LISTED[kind].map((field) => [field, (record as Record<string, unknown>)[field]]))
}
