import type { Currency } from './money.ts'

/**
 * Objects have the shape of Stripe's wire objects; keys that begin with an underscore never leave the program. Amounts
 * are in cents, times in Unix seconds unless the name ends in `Ms`.
 */

export type Metadata = Record<string, string>

export interface Product {
  id: string
  object: 'product'
  active: boolean
  created: number
  description: string | null
  livemode: false
  metadata: Metadata
  name: string
}

export interface Price {
  id: string
  object: 'price'
  active: boolean
  created: number
  currency: Currency
  livemode: false
  metadata: Metadata
  nickname: string | null
  product: string
  type: 'one_time'
  unit_amount: number
  unit_amount_decimal: string
}

export interface LineItem {
  id: string
  object: 'item'
  amount_subtotal: number
  amount_total: number
  currency: Currency
  description: string
  price: Price
  quantity: number
}

export interface Session {
  id: string
  object: 'checkout.session'
  adaptive_pricing: { enabled: boolean }
  allowed_payment_method_types: string[] | null
  amount_subtotal: number
  amount_total: number
  cancel_url: string | null
  client_reference_id: string | null
  created: number
  currency: Currency
  /** Missing in sessions saved by an earlier version. */
  custom_text?: { submit: { message: string } | null }
  customer_details: { email: string | null; name: string | null } | null
  customer_email: string | null
  expires_at: number
  livemode: false
  metadata: Metadata
  payment_intent: string | null
  payment_status: 'paid' | 'unpaid'
  status: 'open' | 'complete' | 'expired'
  success_url: string
  url: string | null
  _lineItems: LineItem[]
  _intentMetadata: Metadata
  _intentDescription: string | null
  /** The card (last four digits) and name waiting for the 3-D Secure page. */
  _authenticating: { last4: string; name: string } | null
}

export interface PaymentError {
  type: 'card_error'
  code: string
  decline_code?: string
  message: string
}

export interface PaymentIntent {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  canceled_at: number | null
  created: number
  currency: Currency
  description: string | null
  last_payment_error: PaymentError | null
  latest_charge: string | null
  livemode: false
  metadata: Metadata
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled'
}

export interface Charge {
  id: string
  object: 'charge'
  amount: number
  amount_captured: number
  amount_refunded: number
  /** Null unless it succeeded. Missing in charges saved by an earlier version. */
  balance_transaction?: string | null
  created: number
  currency: Currency
  description?: string | null
  disputed: boolean
  failure_code: string | null
  failure_message: string | null
  livemode: false
  metadata: Metadata
  paid: boolean
  payment_intent: string
  receipt_url: string | null
  refunded: boolean
  status: 'succeeded' | 'pending' | 'failed'
  payment_method_details: { type: 'card'; card: { brand: string; last4: string } }
}

export type RefundStatus = 'pending' | 'succeeded' | 'failed' | 'canceled'
export type RefundReason = 'duplicate' | 'fraudulent' | 'requested_by_customer'

export interface Refund {
  id: string
  object: 'refund'
  amount: number
  /** Null while it waits for the balance. Missing in refunds saved by an earlier version. */
  balance_transaction?: string | null
  charge: string
  created: number
  currency: Currency
  failure_balance_transaction?: string
  failure_reason?: string
  metadata: Metadata
  payment_intent: string
  pending_reason?: 'processing' | 'insufficient_funds'
  reason: RefundReason | null
  status: RefundStatus
}

export interface WireEvent {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: object }
  livemode: false
  /** Deliveries not yet acknowledged with 2xx; one that was given up stays counted. */
  pending_webhooks: number
  request: null
  type: string
}

/** One copy of an event on its way to the webhook endpoint. */
export interface Delivery {
  id: string
  event: string
  createdMs: number
  dueMs: number
  attempts: number
  held: 'hold' | 'reorder' | null
  isSequential: boolean
  isThin: boolean
  livemode: boolean
  signatureAgeSeconds: number
}

/** `ref` is the session, refund or payout. */
export interface Task {
  id: string
  kind: 'expire_session' | 'settle_refund' | 'pay_out' | 'settle_payout'
  ref: string
  at: number
}

export interface SavedResponse {
  id: string
  fingerprint: string
  status: number
  body: string
  created: number
}

interface WebhookMode {
  duplicate?: number
  sequential?: boolean
  reorder?: number
  drop?: boolean
  /** The only events that the endpoint is registered for. */
  types?: string[]
  undelivered?: boolean
  delaySeconds?: number
  hold?: boolean
  thin?: boolean
  livemode?: boolean
  signatureAgeSeconds?: number
}

type FaultKind = 'timeout_before' | 'timeout_after' | 'reset_after' | '500' | '429' | 'slow' | 'html_502' | 'bare_404'

export interface Fault {
  route: string
  kind: FaultKind
  count: number
  saved: boolean
  done: boolean
  delayMs: number
}

export interface Settings {
  id: 'settings'
  clockOffsetMs: number
  webhooks: WebhookMode
  faults: Fault[]
  alteration: { amount?: number; currency?: Currency } | null
  /** How refunds fail on an empty balance; null or absent while there is enough money. */
  emptyBalance?: 'refuses' | 'pends' | null
  /** Daily if it is missing. */
  payouts?: 'daily' | 'manual'
}

export type DisputeStatus =
  | 'warning_needs_response'
  | 'warning_under_review'
  | 'warning_closed'
  | 'needs_response'
  | 'under_review'
  | 'appeal_needs_response'
  | 'appeal_under_review'
  | 'won'
  | 'lost'
  | 'prevented'

export interface Dispute {
  id: string
  object: 'dispute'
  amount: number
  charge: string
  created: number
  currency: Currency
  /** All but `due_by` are missing in disputes saved by an earlier version. */
  evidence_details: { due_by: number | null; has_evidence?: boolean; submission_count?: number; submission_method?: string }
  is_charge_refundable: boolean
  livemode: false
  metadata: Metadata
  payment_intent: string
  reason: string
  status: DisputeStatus
  /** The balance transactions that withdrew and reinstated the amount. Missing in disputes saved by an earlier version. */
  _transactions?: string[]
}

type TransactionType = 'charge' | 'refund' | 'refund_failure' | 'adjustment' | 'payout' | 'payout_failure'

export interface BalanceTransaction {
  id: string
  object: 'balance_transaction'
  /** Negative if it leaves the balance. */
  amount: number
  available_on: number
  created: number
  currency: Currency
  description: string | null
  fee: number
  net: number
  reporting_category: string
  /** The charge, refund, dispute or payout. */
  source: string
  type: TransactionType
  /** The payout that took it to the bank; a payout's own transaction belongs to it too. */
  _payout?: string
}

export interface Payout {
  id: string
  object: 'payout'
  amount: number
  arrival_date: number
  balance_transaction: string
  created: number
  currency: Currency
  failure_balance_transaction: string | null
  failure_code: string | null
  failure_message: string | null
  status: 'in_transit' | 'paid' | 'failed'
}
