import { guestsText } from '#shared/bookings/guests-text.ts'
import { formatMoney, unitsToCents } from '#shared/money.ts'
import type { BookingAction, ReadStory } from '#shared/bookings/staff.ts'
import { cancelBookingBodySchema, refundBookingBodySchema, type ReadMoney, type CancelBookingBody } from '#shared/refunds/staff.ts'
import type { Checked } from '#web/lib/form-issues.ts'
import { callText, whoText } from '#web/lib/customer-texts.ts'

export type MoneyValues = { how: 'policy' | 'other'; amount: string; reason: string }

type Booking = Pick<ReadStory['booking'], 'status' | 'reference' | 'guests' | 'customer' | 'phone' | 'paymentId'>

/** Returns the cents of an amount as it is typed, in units; NaN for anything else. */
export function typedCents(text: string): number {
  return text.trim() === '' ? Number.NaN : unitsToCents(Number(text.replaceAll(',', '')))
}

/** Returns what goes back, in cents; NaN while no amount is typed. */
export function centsOf(act: BookingAction, { how, amount }: MoneyValues, money: ReadMoney): number {
  return act === 'cancel' && how === 'policy' ? money.policyCents : typedCents(amount)
}

/** Returns the decision to send, with the figures that it is based on. The policy's own share is left to the server. */
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
  if (!isByPolicy && amountCents > money.leftCents)
    issues.push({ path: ['amount'], message: `At most ${formatMoney({ cents: money.leftCents, currency: money.currency })} is left` })
  return result.success && issues.length === 0 ? { success: true, data: result.data } : { success: false, error: { issues } }
}

/** Returns what will happen, to whom, and how much money moves. `cents`: what goes back. */
export function consequence(
  act: BookingAction,
  { reference, guests, customer, phone, paymentId }: Booking,
  money: ReadMoney,
  cents: number,
): string {
  const who = whoText(customer)
  const told = customer.email === null ? `. ${callText(phone)}` : ', who gets an email with your reason.'
  const sum = Number.isNaN(cents) ? 'This amount' : formatMoney({ cents, currency: money.currency })
  // What was paid in cash or by transfer has no id of the provider.
  const isOutside = paymentId === null && money.paidCents > 0
  const goes = isOutside ? `is to be paid back by hand, for which a task is opened, to ${who}` : `goes back to ${who}`
  if (act === 'goodwill')
    return `${sum} ${goes}${told} The booking stays as it is; if it is cancelled later, its policy gives back that much less.`
  const seats = guests === null ? '' : ` and the places of ${guestsText(guests)} are free again`
  const back =
    cents === 0
      ? `Nothing goes back to ${who}${told}`
      : money.dispute === 'open'
        ? customer.email === null
          ? `${sum} ${goes} once the dispute has ended${told}`
          : `${sum} ${goes} once the dispute has ended; the email with your reason is sent now.`
        : `${sum} ${goes}${told}`
  return `Booking ${reference} is cancelled${seats}. ${back} This cannot be undone.`
}

/** Returns what the line of the policy that applies today says. */
export function policyText({ tier, daysLeft, policy }: ReadMoney): string {
  const days = daysLeft === 1 ? '1 day' : `${daysLeft} days`
  if (tier === 'full') return `${days} before departure, all of the price is due.`
  if (tier === 'partial') return `${days} before departure, ${policy.partialRefundPercentage}% of the price is due.`
  return daysLeft < 0 ? 'After departure, nothing is due.' : `${days} before departure, nothing is due.`
}
