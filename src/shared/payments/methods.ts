import type { LedgerAccount } from '#shared/ledger/staff.ts'

interface Terms {
  /** As a label. */
  name: string
  /** In a sentence, such as "$90.00 in cash". */
  words: string
  /** The ledger account it comes into, as `money_account` in the database has it. */
  account: LedgerAccount
  /** Whether staff receive and record it, rather than the card provider. */
  isOffline: boolean
  /** Whether customers are emailed how to pay by it, and reminded. */
  isEmailed: boolean
}

/** The means of payment, in the order staff choose from. */
export const PAYMENT_METHODS = {
  link: { name: 'Card, by payment link', words: 'by card', account: 'provider_clearing', isOffline: false, isEmailed: true },
  transfer: { name: 'Bank transfer', words: 'by transfer', account: 'bank', isOffline: true, isEmailed: true },
  cash: { name: 'Cash', words: 'in cash', account: 'cash', isOffline: true, isEmailed: false },
} as const satisfies Record<string, Terms>

type Methods = typeof PAYMENT_METHODS

/** How a reservation is to be paid. */
export type PayBy = keyof Methods
export const PAY_BY = Object.keys(PAYMENT_METHODS) as PayBy[]

export type OfflineMethod = { [Method in PayBy]: Methods[Method]['isOffline'] extends true ? Method : never }[PayBy]
export const OFFLINE_METHODS = PAY_BY.filter(isOffline)

/** The accounts that payments come into and refunds go out of. */
export const MONEY_ACCOUNTS = [...new Set(PAY_BY.map((method) => PAYMENT_METHODS[method].account))]

export function isOffline(method: PayBy): method is OfflineMethod {
  return PAYMENT_METHODS[method].isOffline
}
