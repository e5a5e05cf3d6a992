import type { ReadStory } from '#shared/bookings/staff.ts'
import { amountText } from '#web/lib/amounts.ts'
import { callText, whoText } from '#web/lib/customer-texts.ts'

type Payment = ReadStory['payments'][number]

/** Whether a payment can be voided: recorded by staff, with nothing given back, and its booking neither over nor cancelled. The server knows more. */
export function isVoidable({ booking, refunds }: Pick<ReadStory, 'booking' | 'refunds'>, { id, providerId, role }: Payment): boolean {
  if (providerId !== null || refunds.some(({ paymentId }) => paymentId === id)) return false
  return role === 'quarantined' || (role === 'primary' && booking.status === 'confirmed')
}

/** Describes what voiding a payment does. */
export function voidConsequence({ reference, kind, customer, phone }: ReadStory['booking'], payment: Payment): string {
  const sum = amountText(payment)
  if (payment.role === 'quarantined') return `The ${sum} will count as never received and its task will close. No email is sent.`
  const again = kind === 'tour' ? 'a reservation again and keeps its seats' : 'an approved quote again'
  const told =
    customer.email === null ? callText(phone) : `If we’ve already sent the confirmation, we’ll email ${whoText(customer)} to withdraw it.`
  return `The ${sum} will count as never received. Booking ${reference} becomes ${again}, payable until at least the end of today. ${told}`
}
