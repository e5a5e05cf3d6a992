import { formatMoney } from '#shared/money.ts'
import { pageHref, pages } from '#shared/paths.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { preview as confirmedPreview } from './booking-confirmed.ts'
import { pickFacts, type BookingFacts } from './booking-facts.ts'
import { renderMail } from './layout.ts'

export const template = 'payment-returned'

interface ReturnedPayment {
  paymentId: string
  role: 'duplicate' | 'late'
  amountCents: number
}

type ReturnedFacts = BookingFacts & ReturnedPayment

/** Sent once, when a payment cannot be used and is refunded in full: paid twice, or after the places had been taken. */
export function paymentReturnedMail(recipient: string, facts: BookingFacts, payment: ReturnedPayment): QueuedMail {
  const data = { ...pickFacts(facts), ...payment }
  return { key: `${template}:${payment.paymentId}`, template, recipient, bookingId: facts.id, data }
}

export function render(facts: ReturnedFacts): RenderedMail {
  const amount = formatMoney({ cents: facts.amountCents, currency: facts.currency })
  const isVehicle = facts.kind === 'vehicle'
  return renderMail({
    subject: `Your payment is being refunded in full: ${facts.title} (${facts.reference})`,
    heading: `${amount} is going back to your card`,
    paragraphs: [
      facts.role === 'duplicate'
        ? `Dear ${facts.customerName}, this booking was paid twice. Your booking stays confirmed, and we are refunding the second payment in full.`
        : isVehicle
          ? `Dear ${facts.customerName}, your payment reached us when this quote could no longer be paid. We are sorry. Nothing was booked with it, and we are refunding it in full.`
          : `Dear ${facts.customerName}, your payment reached us after your places had been released, and they are no longer available. We are sorry. Your booking was not made, and we are refunding the payment in full.`,
      'Banks usually show the money within 5 to 10 days. You do not need to do anything.',
    ],
    facts: [
      ['Booking', facts.title],
      ['Reference', facts.reference],
      ['Returned', amount],
    ],
    action: isVehicle
      ? { label: 'View my bookings', href: `${facts.siteUrl}${pageHref(pages.bookings)}` }
      : { label: 'Find another date', href: `${facts.siteUrl}${pageHref(pages.destinations)}` },
  })
}

export const preview: ReturnedFacts = {
  ...confirmedPreview,
  paymentId: '00000000-0000-4000-8000-000000000001',
  role: 'late',
  amountCents: 249_800,
}
