import type { StaffMember } from '#shared/accounts/colleagues.ts'
import { may } from '#shared/accounts/permissions.ts'
import { centsToUnits, toMoney, type Money } from '#shared/money.ts'
import { approveQuote, declineQuote, resendQuote } from '#shared/quotes/staff-calls.ts'
import { approveQuoteBodySchema, declineQuoteBodySchema, type ReadQuote, type SeenQuote } from '#shared/quotes/staff.ts'
import { typedCents } from '#shared/typed-numbers.ts'
import { withReadings } from '#web/lib/amounts.ts'
import { ask } from '#web/lib/ask.ts'
import type { Checked } from '#web/lib/form-issues.ts'

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

export type AnswerValues = { price: string; reason: string }
export type CheckedAnswer = { priceCents: number; reason: string }

/** Checks what an answer needs: declining and another price need a reason, all but declining a price. */
export function checkAnswer(answer: Answer, { price, reason }: AnswerValues, currency?: string): Checked<CheckedAnswer> {
  const priceCents = typedCents(price, currency)
  const reasoned = answer === 'decline' || answer === 'adjust' ? declineQuoteBodySchema.safeParse({ reason }) : undefined
  const priced = answer === 'decline' ? undefined : approveQuoteBodySchema.safeParse({ priceCents, reason })
  const issues = [...(priced?.error?.issues ?? []), ...(reasoned?.error?.issues ?? [])].map(({ path, message }) => ({
    path: path[0] === 'priceCents' ? ['price'] : path,
    message,
  }))
  if (issues.length > 0) return withReadings({ success: false, error: { issues } }, { price }, /^price$/, currency)
  return { success: true, data: { priceCents, reason: reason.trim() } }
}

/**
 * Sends an answer with the status and version the user saw; the server refuses it if the quote has changed since. The price is always sent,
 * so that nothing is approved at a price no one has seen; also in whole units, since a process of the version before would overlook the
 * cents.
 */
export async function sendAnswer(
  quote: Pick<ReadQuote, 'id' | 'status' | 'version'>,
  answer: Answer,
  { priceCents, reason }: CheckedAnswer,
) {
  const params = { id: quote.id }
  if (answer === 'resend') return ask(resendQuote, { params })
  const seen = { status: quote.status as SeenQuote['status'], version: quote.version }
  if (answer === 'decline') return ask(declineQuote, { params, body: { reason, seen } })
  const body = { priceCents, price: centsToUnits(priceCents), ...(reason !== '' && { reason }), seen }
  return ask(approveQuote, { params, body })
}
