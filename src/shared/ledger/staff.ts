import { z } from 'zod/mini'
import { daySchema } from '#shared/day-schema.ts'
import { storable, typed } from '#shared/fields.ts'
import { decimalSchema } from '#shared/response-fields.ts'
import { wordSchema } from '#shared/words.ts'

/** The accounts of the ledger, in the agency’s words. */
export const LEDGER_ACCOUNTS = {
  provider_clearing: 'Card provider balance',
  payouts_in_transit: 'Payouts in transit',
  bank: 'Bank',
  cash: 'Cash',
  terminal_clearing: 'Card terminal balance',
  chargebacks: 'Disputed funds',
  receivables: 'Receivables',
  customer_advances: 'Customer prepayments',
  unallocated: 'Unallocated payments',
  refunds_payable: 'Refunds payable',
  vouchers: 'Unredeemed vouchers',
  revenue: 'Revenue from completed trips and moves',
  cancellation_fees: 'Cancellation fees retained',
  voucher_adjustments: 'Voucher promotions and breakage',
  other_business: 'Other business (not from this site)',
  commissions: 'Partner commissions',
  dispute_losses: 'Dispute losses',
  provider_fees: 'Card processing fees',
  write_offs: 'Write-offs',
  exchange: 'Currency exchange',
  suspense: 'Suspense',
  opening: 'Opening balance',
} as const

export type LedgerAccount = keyof typeof LEDGER_ACCOUNTS

/** Returns an account’s name; an account that this version doesn’t know is named as in the ledger. */
export function accountName(account: string): string {
  return LEDGER_ACCOUNTS[account as LedgerAccount] ?? account.replaceAll('_', ' ')
}

/** What entries are posted for. */
export const ENTRY_KINDS = {
  received: 'Payment received',
  voided: 'Payment voided',
  allocated: 'Payment allocated',
  refund_owed: 'Refund due',
  refund_paid: 'Refund paid',
  cancelled: 'Cancellation fee retained',
  travelled: 'Revenue recognised',
  dispute_opened: 'Dispute opened',
  dispute_lifted: 'Dispute closed, funds returned',
  dispute_lost: 'Dispute lost',
  provider_fee: 'Card processing fee',
  payout: 'Payout sent',
  payout_arrived: 'Payout received',
  provider_other: 'Other card provider transaction',
  till_difference: 'Till difference written off',
  opening: 'Opening balance',
} as const

export type EntryKind = keyof typeof ENTRY_KINDS

const accountSchema = wordSchema<LedgerAccount>()
const bookingSchema = z.object({ id: z.string(), reference: z.string() })

/** Response of GET /staff/money. Amounts are debits; credits are negative. */
export const moneySchema = z.object({
  balances: z.array(z.object({ account: accountSchema, currency: z.string(), amount: decimalSchema })),
  /** Whether business that was generated to try the site is among it. */
  isGenerated: z.boolean(),
  /** Payments of which something is for no booking yet, the oldest first. */
  unallocated: z.array(
    z.object({
      receiptId: z.string(),
      booking: bookingSchema,
      amount: decimalSchema,
      currency: z.string(),
      receivedAt: z.string(),
      /** Whether an open task asks what is to become of it. */
      hasTask: z.boolean(),
    }),
  ),
})
export type StaffMoney = z.infer<typeof moneySchema>
export type ReadMoney = z.input<typeof moneySchema>

/** Query of GET /staff/journal-file, which contains all matching entries. Days are the agency's, both inclusive. */
export const journalFiltersSchema = z.object({
  from: z.optional(daySchema),
  to: z.optional(daySchema),
  account: z.optional(z.enum(Object.keys(LEDGER_ACCOUNTS) as [LedgerAccount, ...LedgerAccount[]], 'Unknown account')),
  kind: z.optional(z.enum(Object.keys(ENTRY_KINDS) as [EntryKind, ...EntryKind[]], 'Unknown entry type')),
  /** A reference, with or without its first letter. */
  booking: z.optional(z.string().check(typed, z.maxLength(64, 'Not a valid reference'), storable)),
  /** Its id. */
  tour: z.optional(z.string().check(z.maxLength(255), storable)),
})
export type JournalFilters = z.infer<typeof journalFiltersSchema>

export const MAX_JOURNAL_PAGE = 50
const LIMIT = `limit must be a whole number from 1 to ${MAX_JOURNAL_PAGE}`
const BEFORE = 'before must be the id of an entry'

/** Query of GET /staff/journal. `before` is the id of the previous page's last entry. */
export const journalQuerySchema = z.extend(journalFiltersSchema, {
  limit: z._default(z.coerce.number(LIMIT).check(z.int(LIMIT), z.gte(1, LIMIT), z.lte(MAX_JOURNAL_PAGE, LIMIT)), MAX_JOURNAL_PAGE),
  before: z.optional(z.coerce.number(BEFORE).check(z.int(BEFORE), z.gte(1, BEFORE))),
})
export type JournalQuery = z.infer<typeof journalQuerySchema>

/** An entry of the journal. The amounts of its lines are debits, credits are negative, and they add up to nothing in each currency. */
export const journalEntrySchema = z.object({
  id: z.number(),
  kind: wordSchema<EntryKind>(),
  day: daySchema,
  happenedAt: z.string(),
  isGenerated: z.boolean(),
  booking: z.nullable(bookingSchema),
  lines: z.array(z.object({ account: accountSchema, amount: decimalSchema, currency: z.string() })),
})
export type JournalEntry = z.infer<typeof journalEntrySchema>
export type ReadEntry = z.input<typeof journalEntrySchema>

export const MAX_PAYOUTS = 50

/** Query of GET /staff/payouts. `before` is the id of the previous page's last payout. */
export const payoutsQuerySchema = z.object({ before: z.optional(z.string().check(z.maxLength(255))) })

/** What the card provider sends to the bank, the newest first. */
export const payoutSchema = z.object({
  id: z.string(),
  providerId: z.string(),
  amount: decimalSchema,
  currency: z.string(),
  /** The provider's word. */
  status: z.string(),
  arrivesAt: z.string(),
  /** What it contains: null until that has been read. */
  contents: z.nullable(z.object({ movements: z.number(), gross: decimalSchema, fees: decimalSchema })),
})
export type Payout = z.infer<typeof payoutSchema>
export type ReadPayout = z.input<typeof payoutSchema>

/** Response of GET /staff/payouts/{id}: the movements that a payout contains, oldest first, without the payout itself. */
export const payoutMovementsSchema = z.array(
  z.object({
    id: z.string(),
    /** The provider's word. */
    type: z.string(),
    amount: decimalSchema,
    fee: decimalSchema,
    currency: z.string(),
    happenedAt: z.string(),
    /** Null for what is of no booking here. */
    booking: z.nullable(bookingSchema),
  }),
)
export type PayoutMovements = z.infer<typeof payoutMovementsSchema>
