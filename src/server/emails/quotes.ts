import { DEFAULT_CURRENCY } from '#shared/money.ts'
import { bookingsHref, pageHref, pages } from '#shared/pages.ts'
import type { QueuedMail } from '#server/lib/mail-outbox.ts'
import { bankPart, pickFacts, startText, totalText, type BankFacts, type BookingFacts } from './booking-facts.ts'
import { greeting } from './greeting.ts'
import { emailTemplate, renderMail } from './layout.ts'

export interface QuoteFacts extends BookingFacts {
  /** Time of day such as `09:30`. */
  startsAt: string
}

function pickQuoteFacts(facts: QuoteFacts): QuoteFacts {
  return { ...pickFacts(facts), kind: 'vehicle', startsAt: facts.startsAt }
}

export function quoteReceivedMail(recipient: string, facts: QuoteFacts): QueuedMail {
  return {
    key: `${quoteReceived.template}:${facts.id}`,
    template: quoteReceived.template,
    recipient,
    bookingId: facts.id,
    data: pickQuoteFacts(facts),
  }
}

export const quoteReceived = emailTemplate({
  template: 'quote-received',
  render(facts: QuoteFacts) {
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
  },
  preview: {
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
  },
})

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
  return {
    key: `${quoteApproved.template}:${facts.id}:${quote.version}`,
    template: quoteApproved.template,
    recipient,
    bookingId: facts.id,
    expiresAt,
    data,
  }
}

export const quoteApproved = emailTemplate({
  template: 'quote-approved',
  secretFields: ['payUrl'],
  render(facts: ApprovedFacts) {
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
  },
  preview: {
    ...quoteReceived.preview,
    version: 1,
    payUrl: 'https://www.example.com/pay/q/preview',
    payUntil: '15 Apr 2027, 10:00',
    reason: 'Two more helpers for the piano on the third floor.',
  },
})

type DeclinedFacts = QuoteFacts & { reason: string }

/** Also sent when staff withdraw an unpaid quote. */
export function quoteDeclinedMail(recipient: string, facts: QuoteFacts, reason: string): QueuedMail {
  const data = { ...pickQuoteFacts(facts), reason }
  return { key: `${quoteDeclined.template}:${facts.id}`, template: quoteDeclined.template, recipient, bookingId: facts.id, data }
}

export const quoteDeclined = emailTemplate({
  template: 'quote-declined',
  render(facts: DeclinedFacts) {
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
  },
  preview: { ...quoteReceived.preview, reason: 'All our crews are out on that day.' },
})

export function quoteExpiredMail(recipient: string, facts: QuoteFacts, version: number): QueuedMail {
  return {
    key: `${quoteExpired.template}:${facts.id}:${version}`,
    template: quoteExpired.template,
    recipient,
    bookingId: facts.id,
    data: pickQuoteFacts(facts),
  }
}

export const quoteExpired = emailTemplate({
  template: 'quote-expired',
  render(facts: QuoteFacts) {
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
  },
  preview: quoteReceived.preview,
})

/** Sent when a customer withdraws an unpaid request. */
export function quoteWithdrawnMail(recipient: string, facts: QuoteFacts): QueuedMail {
  return {
    key: `${quoteWithdrawn.template}:${facts.id}`,
    template: quoteWithdrawn.template,
    recipient,
    bookingId: facts.id,
    data: pickQuoteFacts(facts),
  }
}

export const quoteWithdrawn = emailTemplate({
  template: 'quote-withdrawn',
  render(facts: QuoteFacts) {
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
  },
  preview: quoteReceived.preview,
})

/** Sent when a request's moving date arrives before it has been answered. */
export function requestExpiredMail(recipient: string, facts: QuoteFacts): QueuedMail {
  return {
    key: `${requestExpired.template}:${facts.id}`,
    template: requestExpired.template,
    recipient,
    bookingId: facts.id,
    data: pickQuoteFacts(facts),
  }
}

export const requestExpired = emailTemplate({
  template: 'request-expired',
  render(facts: QuoteFacts) {
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
  },
  preview: quoteReceived.preview,
})
