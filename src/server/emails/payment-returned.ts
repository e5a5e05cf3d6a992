import { formatProviderMoney } from '#shared/money.ts'
import { bookingsHref, pageHref, pages } from '#shared/pages.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { preview as confirmedPreview } from './booking-confirmed.ts'
import { pickFacts, wayBackText, type BookingFacts } from './booking-facts.ts'
import { greeting } from './greeting.ts'
import { renderMail } from './layout.ts'

export const template = 'payment-returned'

interface ReturnedPayment {
  paymentId: string
  role: 'duplicate' | 'late' | 'quarantined'
  amountCents: number
  /** Set only if it differs from the booking's currency. */
  paidCurrency?: string
  /** For a duplicate, the other booking for the same tour and day, which stays. Absent if this booking itself was paid twice. */
  keptReference?: string | undefined
  keptId?: string | undefined
  isDepartureCancelled?: boolean
}

type ReturnedFacts = BookingFacts & ReturnedPayment

/** For payments made twice, made after the seats had gone, or not of the agreed amount. */
export function paymentReturnedMail(recipient: string, facts: BookingFacts, payment: ReturnedPayment): QueuedMail {
  const data = { ...pickFacts(facts), ...payment }
  return { key: `${template}:${payment.paymentId}`, template, recipient, bookingId: facts.id, data }
}

export function render(facts: ReturnedFacts): RenderedMail {
  const amount = formatProviderMoney(facts.amountCents, facts.paidCurrency ?? facts.currency)
  // A move has no other date to offer, and after a duplicate payment one booking still stands.
  const hasBooking = facts.kind === 'vehicle' || facts.role === 'duplicate'
  const standing = facts.keptReference === undefined ? facts.id : facts.keptId
  return renderMail({
    subject: `Your payment is being refunded in full: ${facts.title} (${facts.reference})`,
    heading: facts.isPaidOutside ? `We’re repaying ${amount}` : `We’re refunding ${amount} to your card`,
    paragraphs: [
      `${greeting(facts.customerName)}${reasonOf(facts)}`,
      facts.isPaidOutside ? `${amount} ${wayBackText(facts)}` : 'It usually takes 5 to 10 days to appear. You don’t need to do anything.',
    ],
    facts: [
      ['Booking', facts.title],
      ['Reference', facts.reference],
      ['Refund', amount],
    ],
    action: hasBooking
      ? { label: 'View my bookings', href: `${facts.siteUrl}${bookingsHref(facts.kind, standing)}` }
      : { label: 'Find another date', href: `${facts.siteUrl}${pageHref(pages.destinations)}` },
  })
}

function reasonOf({ role, keptReference, kind, isPaidOutside = false, isDepartureCancelled = false }: ReturnedFacts): string {
  switch (role) {
    case 'duplicate':
      return keptReference === undefined
        ? 'this booking was paid for twice. It’s still confirmed, and we’re refunding the second payment in full.'
        : `this payment reached us after you’d already booked the same tour and date again. Your other booking (${keptReference}) isn’t affected. This one wasn’t made, and we’re refunding the payment in full.`
    case 'quarantined':
      if (isPaidOutside) return 'we couldn’t use your payment for this booking. We’re sorry, and we’re repaying it in full.'
      return 'your payment was for the wrong amount, so we couldn’t use it for your booking. We’re sorry, and we’re refunding it in full.'
    case 'late':
      if (isDepartureCancelled) {
        return 'your payment reached us after we’d had to cancel this departure. We’re sorry. Your booking wasn’t made, and we’re refunding the payment in full.'
      }
      return kind === 'vehicle'
        ? 'your payment reached us after this quote had ended. We’re sorry. Nothing was booked, and we’re refunding the payment in full.'
        : 'your payment reached us after your seats had been released, and they’re no longer available. We’re sorry. Your booking wasn’t made, and we’re refunding the payment in full.'
  }
}

export const preview: ReturnedFacts = {
  ...confirmedPreview,
  paymentId: '00000000-0000-4000-8000-000000000001',
  role: 'late',
  amountCents: 249_800,
}
