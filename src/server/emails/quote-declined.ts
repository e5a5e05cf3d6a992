import { pageHref, pages } from '#shared/pages.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { startText } from './booking-facts.ts'
import { greeting } from './greeting.ts'
import { renderMail } from './layout.ts'
import { pickQuoteFacts, preview as receivedPreview, type QuoteFacts } from './quote-received.ts'

export const template = 'quote-declined'

type DeclinedFacts = QuoteFacts & { reason: string }

/** Also sent when staff withdraw an unpaid quote. */
export function quoteDeclinedMail(recipient: string, facts: QuoteFacts, reason: string): QueuedMail {
  const data = { ...pickQuoteFacts(facts), reason }
  return { key: `${template}:${facts.id}`, template, recipient, bookingId: facts.id, data }
}

export function render(facts: DeclinedFacts): RenderedMail {
  return renderMail({
    subject: `We can’t take on your request: ${facts.title} (${facts.reference})`,
    heading: 'We can’t take on your request',
    paragraphs: [
      `${greeting(facts.customerName)}we’re sorry, but we can’t offer you this service. You haven’t been charged.`,
      `The reason: ${facts.reason}`,
      'A different date or service may be possible. You’re welcome to ask again.',
    ],
    facts: [
      ['Service', facts.title],
      ['Reference', facts.reference],
      ['Moving date', startText(facts)],
    ],
    action: { label: 'Ask again', href: `${facts.siteUrl}${pageHref(pages.vehiclePrice)}` },
  })
}

export const preview: DeclinedFacts = { ...receivedPreview, reason: 'All our crews are out on that day.' }
