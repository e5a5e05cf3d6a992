import { DEFAULT_CURRENCY } from '#shared/money.ts'
import { bookingsHref } from '#shared/pages.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { pickFacts, startText, totalText, type BookingFacts } from './booking-facts.ts'
import { greeting } from './greeting.ts'
import { renderMail } from './layout.ts'

export const template = 'quote-received'

export interface QuoteFacts extends BookingFacts {
  /** Time of day such as `09:30`. */
  startsAt: string
}

export function pickQuoteFacts(facts: QuoteFacts): QuoteFacts {
  return { ...pickFacts(facts), kind: 'vehicle', startsAt: facts.startsAt }
}

export function quoteReceivedMail(recipient: string, facts: QuoteFacts): QueuedMail {
  return { key: `${template}:${facts.id}`, template, recipient, bookingId: facts.id, data: pickQuoteFacts(facts) }
}

export function render(facts: QuoteFacts): RenderedMail {
  return renderMail({
    subject: `Quote request received: ${facts.title} (${facts.reference})`,
    heading: 'We’ve received your request',
    paragraphs: [
      `${greeting(facts.customerName)}thank you for your request. We’ll check the addresses, items and date, and email you when your quote is approved. You won’t be charged until you accept it.`,
    ],
    facts: [
      ['Service', facts.title],
      ['Reference', facts.reference],
      ['Moving date', startText(facts)],
      ['Estimated price', totalText(facts)],
    ],
    action: { label: 'View my bookings', href: `${facts.siteUrl}${bookingsHref(facts.kind, facts.id)}` },
  })
}

export const preview: QuoteFacts = {
  id: '00000000-0000-4000-8000-000000000003',
  kind: 'vehicle',
  reference: 'M-4TQ8WZ2C',
  title: 'Studio or one-bedroom move',
  starts_on: '2027-05-01',
  startsAt: '09:30',
  total_cents: 3_570_000,
  currency: DEFAULT_CURRENCY.vehicle,
  customerName: 'Amelia Hart',
  siteUrl: 'https://www.example.com',
}
