import { bookingsHref } from '#shared/pages.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { startText, totalText } from './booking-facts.ts'
import { greeting } from './greeting.ts'
import { renderMail } from './layout.ts'
import { pickQuoteFacts, preview as receivedPreview, type QuoteFacts } from './quote-received.ts'

export const template = 'quote-expired'

export function quoteExpiredMail(recipient: string, facts: QuoteFacts, version: number): QueuedMail {
  return { key: `${template}:${facts.id}:${version}`, template, recipient, bookingId: facts.id, data: pickQuoteFacts(facts) }
}

export function render(facts: QuoteFacts): RenderedMail {
  return renderMail({
    subject: `Your quote has expired: ${facts.title} (${facts.reference})`,
    heading: 'Your quote has expired',
    paragraphs: [
      `${greeting(facts.customerName)}this quote has expired. You haven’t been charged.`,
      'Still interested? Reply to this email or call us and we’ll send you a new quote.',
    ],
    facts: [
      ['Service', facts.title],
      ['Reference', facts.reference],
      ['Moving date', startText(facts)],
      ['Price', totalText(facts)],
    ],
    action: { label: 'View my bookings', href: `${facts.siteUrl}${bookingsHref(facts.kind, facts.id)}` },
  })
}

export const preview: QuoteFacts = receivedPreview
