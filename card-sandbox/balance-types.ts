import type { Currency, Metadata } from './types.ts'

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

export interface BalanceTransaction {
  id: string
  object: 'balance_transaction'
  /** Negative if it leaves the balance. */
  amount: number
  available_on: number
  created: number
  currency: Currency
  description: string
  fee: number
  net: number
  reporting_category: string
  /** The charge, refund, dispute or payout. */
  source: string
  type: 'adjustment'
}
