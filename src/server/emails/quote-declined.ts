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
    subject: `We cannot take on your request: ${facts.title} (${facts.reference})`,
    heading: 'We cannot take this on',
    paragraphs: [
      `${greeting(facts.customerName)}we are sorry: we cannot offer you this service. Nothing was charged.`,
      `The reason: ${facts.reason}`,
      'Another date or another service may well be possible. You are welcome to ask again.',
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
