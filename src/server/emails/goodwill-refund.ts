import { longDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { bookingsHref } from '#shared/pages.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { preview as confirmedPreview } from './booking-confirmed.ts'
import { dayLabel, pickFacts, totalText, wayBackText, type BookingFacts } from './booking-facts.ts'
import { greeting } from './greeting.ts'
import { renderMail } from './layout.ts'

export const template = 'goodwill-refund'

interface GoodwillFacts {
  refundId: string
  amountCents: number
  reason: string
  isConfirmed: boolean
}

export function goodwillRefundMail(recipient: string, facts: BookingFacts, goodwill: GoodwillFacts): QueuedMail {
  const data = { ...pickFacts(facts), ...goodwill }
  return { key: `${template}:${goodwill.refundId}`, template, recipient, bookingId: facts.id, data }
}

export function render(facts: BookingFacts & GoodwillFacts): RenderedMail {
  const amount = formatMoney({ cents: facts.amountCents, currency: facts.currency })
  return renderMail({
    subject: `We’re refunding part of your payment: ${facts.title} (${facts.reference})`,
    heading: `We’re refunding ${amount}`,
    paragraphs: [
      `${greeting(facts.customerName)}we’re refunding ${amount} of the price of your booking. Your booking isn’t affected.`,
      `The reason: ${facts.reason}`,
      `The money ${wayBackText(facts)}${facts.isConfirmed ? ' If you later cancel, this amount counts towards your refund.' : ''}`,
    ],
    facts: [
      ['Booking', facts.title],
      ['Reference', facts.reference],
      [dayLabel(facts), longDay(facts.starts_on)],
      ['Paid', totalText(facts)],
      ['Refund', amount],
    ],
    action: { label: 'View my bookings', href: `${facts.siteUrl}${bookingsHref(facts.kind, facts.id)}` },
  })
}

export const preview: BookingFacts & GoodwillFacts = {
  ...confirmedPreview,
  refundId: '00000000-0000-4000-8000-000000000000',
  amountCents: 25_000,
  reason: 'The tea ceremony could not take place.',
  isConfirmed: true,
}
