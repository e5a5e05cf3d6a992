import { pageHref, pages } from '#shared/pages.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { startText } from './booking-facts.ts'
import { greeting } from './greeting.ts'
import { renderMail } from './layout.ts'
import { pickQuoteFacts, preview as receivedPreview, type QuoteFacts } from './quote-received.ts'

export const template = 'request-expired'

/** Sent when a request's moving date arrives before it has been answered. */
export function requestExpiredMail(recipient: string, facts: QuoteFacts): QueuedMail {
  return { key: `${template}:${facts.id}`, template, recipient, bookingId: facts.id, data: pickQuoteFacts(facts) }
}

export function render(facts: QuoteFacts): RenderedMail {
  return renderMail({
    subject: `We didn’t reply in time: ${facts.title} (${facts.reference})`,
    heading: 'We owe you an apology',
    paragraphs: [
      `${greeting(facts.customerName)}your moving date has arrived and we haven’t replied to your request. That’s our fault. You haven’t been charged.`,
      'If you still need us, reply to this email or ask for another date, and we’ll deal with it first.',
    ],
    facts: [
      ['Service', facts.title],
      ['Reference', facts.reference],
      ['Moving date', startText(facts)],
    ],
    action: { label: 'Ask for another date', href: `${facts.siteUrl}${pageHref(pages.vehiclePrice)}` },
  })
}

export const preview: QuoteFacts = receivedPreview
