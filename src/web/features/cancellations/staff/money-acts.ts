import { guestsText } from '#shared/bookings/guests-text.ts'
import { formatMoney } from '#shared/money.ts'
import type { BookingAction, ReadStory } from '#shared/bookings/staff.ts'
import { cancelBookingBodySchema, refundBookingBodySchema, type ReadMoney, type CancelBookingBody } from '#shared/refunds/staff.ts'
import { typedCents } from '#web/lib/amounts.ts'
import type { Checked } from '#web/lib/form-issues.ts'
import { mostGoodwillCents } from './line-amounts.ts'
import { callText, whoText } from '#web/lib/customer-texts.ts'

export type MoneyValues = { how: 'policy' | 'other'; amount: string; reason: string }

type Booking = Pick<ReadStory['booking'], 'status' | 'reference' | 'guests' | 'customer' | 'phone' | 'paymentId'>

/** The refund in cents; NaN while no valid amount is typed. */
export function centsOf(act: BookingAction, { how, amount }: MoneyValues, money: ReadMoney): number {
  return act === 'cancel' && how === 'policy' ? money.policyCents : typedCents(amount)
}

/** Returns the decision to send, with the figures it is based on. The server computes the policy's share itself. */
export function checkDecision(act: BookingAction, values: MoneyValues, money: ReadMoney): Checked<CancelBookingBody> {
  const isByPolicy = act === 'cancel' && values.how === 'policy'
  const amountCents = centsOf(act, values, money)
  const schema = act === 'cancel' ? cancelBookingBodySchema : refundBookingBodySchema
  const result = schema.safeParse({ reason: values.reason, seen: money, ...(!isByPolicy && { amountCents }) })
  const issues = (result.error?.issues ?? []).map(({ path, message }) =>
    path[0] === 'amountCents'
      ? { path: ['amount'], message: Number.isNaN(amountCents) ? 'Please give an amount' : message }
      : { path, message },
  )
  const mostCents = act === 'goodwill' ? mostGoodwillCents(money) : money.leftCents
  if (!isByPolicy && amountCents > mostCents)
    issues.push({ path: ['amount'], message: `At most ${formatMoney({ cents: mostCents, currency: money.currency })} is left` })
  return result.success && issues.length === 0 ? { success: true, data: result.data } : { success: false, error: { issues } }
}

/** Cash and bank transfers have no id at the card provider, so staff pay them back by hand. */
export function isOutside({ paymentId }: Pick<Booking, 'paymentId'>, { paidCents }: Pick<ReadMoney, 'paidCents'>): boolean {
  return paymentId === null && paidCents > 0
}

/** "Cancel and refund $349.00": what the button of the decision does. `cents` is the refund. */
export function actText(act: BookingAction, booking: Pick<Booking, 'paymentId'>, money: ReadMoney, cents: number): string {
  const sum = cents > 0 ? formatMoney({ cents, currency: money.currency }) : undefined
  const isByHand = isOutside(booking, money)
  if (act === 'goodwill') return isByHand ? `Pay ${sum ?? ''} back by hand` : `Refund ${sum ?? ''}`
  if (sum === undefined) return 'Cancel without a refund'
  return isByHand ? `Cancel and pay ${sum} back by hand` : `Cancel and refund ${sum}`
}

/** Describes what happens, to whom, and how much money moves. `cents` is the refund. */
export function consequence(
  act: BookingAction,
  { reference, guests, customer, phone, paymentId }: Booking,
  money: ReadMoney,
  cents: number,
): string {
  const who = whoText(customer)
  const told = customer.email === null ? `. ${callText(phone)}` : ', who gets an email with your reason.'
  const sum = Number.isNaN(cents) ? 'This amount' : formatMoney({ cents, currency: money.currency })
  const goes = isOutside({ paymentId }, money) ? `is to be paid back by hand, for which a task is opened, to ${who}` : `goes back to ${who}`
  if (act === 'goodwill')
    return `${sum} ${goes}${told} The booking stays as it is; if it is cancelled later, its policy gives back that much less.`
  const seats = guests === null ? '' : ` and the seats of ${guestsText(guests)} are free again`
  const back =
    cents === 0
      ? `Nothing goes back to ${who}${told}`
      : money.dispute === 'open' && cents > money.leftCents - (money.disputedCents ?? money.leftCents)
        ? customer.email === null
          ? `${sum} ${goes} once the dispute has ended${told}`
          : `${sum} ${goes} once the dispute has ended; the email with your reason is sent now.`
        : `${sum} ${goes}${told}`
  return `Booking ${reference} is cancelled${seats}. ${back} This cannot be undone.`
}

/** Describes the rule of the policy that applies today. */
export function policyText({ tier, daysLeft, policy }: ReadMoney): string {
  const days = daysLeft === 1 ? '1 day' : `${daysLeft} days`
  if (tier === 'full') return `${days} before departure, all of the price is due.`
  if (tier === 'partial') return `${days} before departure, ${policy.partialRefundPercentage}% of the price is due.`
  return daysLeft < 0 ? 'After departure, nothing is due.' : `${days} before departure, nothing is due.`
}
