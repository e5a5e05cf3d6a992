import { guestsText } from '#shared/bookings/guests-text.ts'
import { boughtName } from '#shared/bookings/price-text.ts'
import type { BookingAction, ReadStory } from '#shared/bookings/staff.ts'
import { centsToDecimal, formatMoney } from '#shared/money.ts'
import { cancelBookingBodySchema, refundBookingBodySchema, type CancelBookingBody, type ReadMoney } from '#shared/refunds/staff.ts'
import { typedCents } from '#shared/typed-numbers.ts'
import { withReadings } from '#web/lib/amounts.ts'
import { callText, whoText } from '#web/lib/customer-texts.ts'
import type { Checked } from '#web/lib/form-issues.ts'

export type MoneyValues = { how: 'policy' | 'other'; amount: string; reason: string }

type Booking = Pick<ReadStory['booking'], 'status' | 'reference' | 'guests' | 'customer' | 'phone' | 'paymentId'>

/** The refund in cents; NaN while no valid amount is typed. */
export function centsOf(act: BookingAction, { how, amount }: MoneyValues, money: ReadMoney): number {
  return act === 'cancel' && how === 'policy' ? money.policyCents : typedCents(amount, money.currency)
}

/** Returns the decision to send, with the figures it is based on. The server computes the policy's share itself. */
export function checkDecision(act: BookingAction, values: MoneyValues, money: ReadMoney): Checked<CancelBookingBody> {
  const isByPolicy = act === 'cancel' && values.how === 'policy'
  const amountCents = centsOf(act, values, money)
  const schema = act === 'cancel' ? cancelBookingBodySchema : refundBookingBodySchema
  const result = schema.safeParse({ reason: values.reason, seen: money, ...(!isByPolicy && { amountCents }) })
  const issues = (result.error?.issues ?? []).map(({ path, message }) =>
    path[0] === 'amountCents'
      ? { path: ['amount'], message: Number.isNaN(amountCents) ? 'Please enter an amount' : message }
      : { path, message },
  )
  const mostCents = act === 'goodwill' ? mostGoodwillCents(money) : money.leftCents
  if (!isByPolicy && amountCents > mostCents)
    issues.push({
      path: ['amount'],
      message: `No more than ${formatMoney({ cents: mostCents, currency: money.currency })} can be refunded`,
    })
  if (result.success && issues.length === 0) return { success: true, data: result.data }
  return withReadings({ success: false, error: { issues } }, values, /^amount$/, money.currency)
}

/** Cash and bank transfers have no id at the card provider, so staff pay them back by hand. */
export function isOutside({ paymentId }: Pick<Booking, 'paymentId'>, { paidCents }: Pick<ReadMoney, 'paidCents'>): boolean {
  return paymentId === null && paidCents > 0
}

/** "Cancel and refund $349.00": what the button of the decision does. `cents` is the refund. */
export function actText(act: BookingAction, booking: Pick<Booking, 'paymentId'>, money: ReadMoney, cents: number): string {
  const sum = cents > 0 ? formatMoney({ cents, currency: money.currency }) : undefined
  const isByHand = isOutside(booking, money)
  if (act === 'goodwill') return isByHand ? `Repay ${sum ?? ''} manually` : `Refund ${sum ?? ''}`
  if (sum === undefined) return 'Cancel without a refund'
  return isByHand ? `Cancel and repay ${sum} manually` : `Cancel and refund ${sum}`
}

/** Describes what happens, to whom, and how much money moves. `cents` is the refund. */
export function consequence(
  act: BookingAction,
  { reference, guests, customer, phone, paymentId }: Booking,
  money: ReadMoney,
  cents: number,
): string {
  const who = whoText(customer)
  const told = customer.email === null ? `. ${callText(phone)}` : ', who will be emailed your reason.'
  const sum = Number.isNaN(cents) ? 'This amount' : formatMoney({ cents, currency: money.currency })
  const goes = isOutside({ paymentId }, money) ? `will be repaid manually to ${who}, for which a task opens` : `will be refunded to ${who}`
  if (act === 'goodwill')
    return `${sum} ${goes}${told} The booking isn’t affected. If it’s cancelled later, its refund will be reduced by this amount.`
  const seats = guests === null ? '' : ` and its seats (${guestsText(guests)}) will be released`
  const back =
    cents === 0
      ? `No refund will be made to ${who}${told}`
      : money.dispute === 'open' && cents > money.leftCents - (money.disputedCents ?? money.leftCents)
        ? customer.email === null
          ? `${sum} ${goes} once the dispute is settled${told}`
          : `${sum} ${goes} once the dispute is settled; the email with your reason will be sent now.`
        : `${sum} ${goes}${told}`
  return `Booking ${reference} will be cancelled${seats}. ${back} You can’t undo this.`
}

/** Describes the rule of the policy that applies today. */
export function policyText({ tier, daysLeft, policy }: ReadMoney): string {
  const days = daysLeft === 1 ? '1 day' : `${daysLeft} days`
  if (tier === 'full') return `${days} before departure: full refund due.`
  if (tier === 'partial') return `${days} before departure: ${policy.partialRefundPercentage}% refund due.`
  return daysLeft < 0 ? 'After departure: no refund due.' : `${days} before departure: no refund due.`
}

export type ReadLine = NonNullable<ReadMoney['lines']>[number]

/** The most that can go back as goodwill now: what an open dispute holds has to wait. */
function mostGoodwillCents({ leftCents, disputedCents = 0 }: ReadMoney): number {
  return Math.max(0, leftCents - disputedCents)
}

/** What of a line can be given back: what it cost less its part of the discounts, and never more than is left. */
export function giveableCents({ totalCents, discountCents }: ReadLine, money: ReadMoney): number {
  return Math.max(0, Math.min(totalCents + discountCents, mostGoodwillCents(money)))
}

/** Fills in a line's amount, and its name as the reason unless someone has written another. */
export function takeLine(
  line: ReadLine,
  cents: number,
  { reason }: { reason: string },
  { lines = [] }: ReadMoney,
): { amount: string; reason?: string } {
  const isOwn = reason.trim() !== '' && !lines.map(boughtName).includes(reason)
  return { amount: centsToDecimal(cents), ...(!isOwn && { reason: boughtName(line) }) }
}
