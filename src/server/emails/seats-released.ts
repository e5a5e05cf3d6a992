import { brand } from '#shared/brand.ts'
import { formatProviderMoney } from '#shared/money.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { preview as confirmedPreview } from './booking-confirmed.ts'
import { pickFacts, totalText, type BookingFacts } from './booking-facts.ts'
import { greeting } from './greeting.ts'
import { renderMail } from './layout.ts'

export const template = 'seats-released'

interface Paid {
  amountCents: number
  paidCurrency: string
}

/** Sent if staff had not decided within a day about a payment that was not the agreed one. */
export function seatsReleasedMail(recipient: string, facts: BookingFacts, paid: Paid): QueuedMail {
  return { key: `${template}:${facts.id}`, template, recipient, bookingId: facts.id, data: { ...pickFacts(facts), ...paid } }
}

export function render(facts: BookingFacts & Paid): RenderedMail {
  return renderMail({
    subject: `We’re still checking your payment: ${facts.title} (${facts.reference})`,
    heading: 'We’ve released your seats',
    paragraphs: [
      `${greeting(facts.customerName)}your payment was for the wrong amount. We held your seats for a day while we looked into it, but we’ve now had to release them.`,
      `Your money is safe with us. We’ll either confirm your booking, if seats are still available, or refund you in full, and email you then. You can also contact us on ${brand.phone} or ${brand.email}.`,
    ],
    facts: [
      ['Booking', facts.title],
      ['Reference', facts.reference],
      ['Agreed', totalText(facts)],
      ['Paid', formatProviderMoney(facts.amountCents, facts.paidCurrency)],
    ],
  })
}

export const preview: BookingFacts & Paid = { ...confirmedPreview, amountCents: 249_800, paidCurrency: 'chf' }
