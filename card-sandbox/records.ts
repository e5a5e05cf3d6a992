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
