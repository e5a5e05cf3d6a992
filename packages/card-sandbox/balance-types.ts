import type { Currency } from './money.ts'
import type { Metadata } from './types.ts'

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
