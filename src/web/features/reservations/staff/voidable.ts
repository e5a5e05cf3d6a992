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
  if (payment.role === 'quarantined') return `The ${sum} counts as never received, and the task about it ends. Nobody is told.`
  const again = kind === 'tour' ? 'a reservation again, with its seats' : 'an approved quote again'
  const told =
    customer.email === null ? callText(phone) : `If the confirmation has gone out, ${whoText(customer)} gets an email that takes it back.`
  return `The ${sum} counts as never received. Booking ${reference} is ${again}, to be paid by the end of today at least. ${told}`
}
