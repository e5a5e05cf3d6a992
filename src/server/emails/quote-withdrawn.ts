import { pageHref, pages } from '#shared/pages.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { startText } from './booking-facts.ts'
import { greeting } from './greeting.ts'
import { renderMail } from './layout.ts'
import { pickQuoteFacts, preview as receivedPreview, type QuoteFacts } from './quote-received.ts'

export const template = 'quote-withdrawn'

/** Sent when a customer withdraws an unpaid request. */
export function quoteWithdrawnMail(recipient: string, facts: QuoteFacts): QueuedMail {
  return { key: `${template}:${facts.id}`, template, recipient, bookingId: facts.id, data: pickQuoteFacts(facts) }
}

export function render(facts: QuoteFacts): RenderedMail {
  return renderMail({
    subject: `Request withdrawn: ${facts.title} (${facts.reference})`,
    heading: 'You’ve withdrawn your request',
    paragraphs: [
      `${greeting(facts.customerName)}you’ve withdrawn this request. You haven’t been charged, and any payment link we sent no longer works.`,
      'If your plans change again, you’re welcome to ask for a new quote.',
    ],
    facts: [
      ['Service', facts.title],
      ['Reference', facts.reference],
      ['Moving date', startText(facts)],
    ],
    action: { label: 'Request a new quote', href: `${facts.siteUrl}${pageHref(pages.vehiclePrice)}` },
  })
}

export const preview: QuoteFacts = receivedPreview
