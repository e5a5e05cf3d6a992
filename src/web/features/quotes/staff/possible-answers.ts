import { toMoney, type Money } from '#shared/money.ts'
import { may } from '#shared/accounts/permissions.ts'
import type { ReadQuote } from '#shared/quotes/staff.ts'
import type { StaffMember } from '#shared/accounts/colleagues.ts'

export type Answer = 'approve' | 'adjust' | 'decline' | 'resend'

type Asked = Pick<ReadQuote, 'status' | 'pickupDate' | 'price' | 'askedPrice' | 'currency'>

/** The answers available to a role now; the server checks again. */
export function possibleAnswers({ status, pickupDate }: Asked, role: StaffMember['role'], now: number): Answer[] {
  const isAhead = Date.parse(pickupDate) > now
  const adjust: Answer[] = isAhead && may(role, 'quotes.reprice') ? ['adjust'] : []
  if (status === 'pending') return [...(isAhead ? ['approve' as const] : []), ...adjust, 'decline']
  if (status === 'approved') return [...(isAhead ? ['resend' as const] : []), ...adjust, 'decline']
  if (status === 'expired') return [...(isAhead ? ['approve' as const] : []), ...adjust]
  return []
}

/** The price of a plain approval: the current one, or the estimate for roles that may only approve at that. */
export function approvalPrice({ price, askedPrice, currency }: Asked, role: StaffMember['role']): Money {
  return toMoney(may(role, 'quotes.reprice') ? price : askedPrice, currency)
}
