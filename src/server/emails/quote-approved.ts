import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { bankPart, type BankFacts } from './bank-details.ts'
import { startText, totalText } from './booking-facts.ts'
import { greeting } from './greeting.ts'
import { renderMail } from './layout.ts'
import { pickQuoteFacts, preview as receivedPreview, type QuoteFacts } from './quote-received.ts'

export const template = 'quote-approved'
export const secretFields = ['payUrl'] as const

interface ApprovedQuote extends BankFacts {
  version: number
  payUrl: string
  /** The payment deadline in words. */
  payUntil: string
  /** Why staff quoted a price other than the estimate; null if they gave no reason. */
  reason: string | null
}

type ApprovedFacts = QuoteFacts & ApprovedQuote

/** `facts.total_cents` is the approved price. */
export function quoteApprovedMail(recipient: string, facts: QuoteFacts, quote: ApprovedQuote, expiresAt: Date): QueuedMail {
  const data = { ...pickQuoteFacts(facts), ...quote }
  return { key: `${template}:${facts.id}:${quote.version}`, template, recipient, bookingId: facts.id, expiresAt, data }
}

export function render(facts: ApprovedFacts): RenderedMail {
  const price = totalText(facts)
  const isNewer = facts.version > 1
  return renderMail({
    subject: `${isNewer ? 'Your new quote' : 'Your quote'} is approved: ${facts.title} (${facts.reference})`,
    heading: `Your quote: ${price}`,
    paragraphs: [
      `${greeting(facts.customerName)}your quote has been approved. Pay by card by ${facts.payUntil} to confirm your date.`,
      ...(facts.reason ? [`About the price: ${facts.reason}`] : []),
      ...(facts.bankDetails ? [`You can also pay by bank transfer by then, quoting ${facts.reference}.`] : []),
      ...(isNewer ? ['This quote replaces our earlier one, and the old link no longer works.'] : []),
    ],
    facts: [
      ['Service', facts.title],
      ['Reference', facts.reference],
      ['Moving date', startText(facts)],
      ['Price', price],
      ['Pay by', facts.payUntil],
    ],
    list: bankPart(facts),
    action: { label: 'Pay and confirm', href: facts.payUrl },
  })
}

export const preview: ApprovedFacts = {
  ...receivedPreview,
  version: 1,
  payUrl: 'https://www.example.com/pay/q/preview',
  payUntil: '15 Apr 2027, 10:00',
  reason: 'Two more helpers for the piano on the third floor.',
}
