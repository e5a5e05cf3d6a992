import { brand } from '#shared/brand.ts'
import { longDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { pageHref, pages } from '#shared/pages.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { preview as confirmedPreview } from './booking-confirmed.ts'
import { dayLabel, pickFacts, wayBackText, type BookingFacts, type JourneyFacts } from './booking-facts.ts'
import { calendarEntry, pickEndedTrip, type EndedTrip } from './calendar-entry.ts'
import { greeting } from './greeting.ts'
import { renderMail } from './layout.ts'

export const template = 'departure-cancelled'

interface CancelledDeparture {
  /** As staff wrote it. */
  reason: string
  /** Refunded now, in cents; null for seats that were held but not paid for. */
  refundCents: number | null
  /** Refunded before the cancellation, in cents. */
  returnedCents: number
  dispute: 'none' | 'open' | 'lost'
}

type CancelledFacts = BookingFacts & CancelledDeparture & { trip?: EndedTrip | undefined }

export function departureCancelledMail(recipient: string, facts: JourneyFacts, cancelled: CancelledDeparture): QueuedMail {
  const data = { ...pickFacts(facts), ...pickEndedTrip(facts), ...cancelled }
  return { key: `${template}:${facts.id}`, template, recipient, bookingId: facts.id, data }
}

export function render(facts: CancelledFacts): RenderedMail {
  const { refundCents, currency } = facts
  const mail = renderMail({
    subject: `We’ve had to cancel: ${facts.title} on ${longDay(facts.starts_on)} (${facts.reference})`,
    heading: 'Your departure has been cancelled',
    paragraphs: [
      `${greeting(facts.customerName)}we’re sorry: we’ve had to cancel this departure and your booking on it. ${facts.reason}`,
      moneyText(facts),
      `If you’d like to travel on another date or have a question, contact us on ${brand.phone} or ${brand.email}.`,
    ],
    facts: [
      ['Booking', facts.title],
      ['Reference', facts.reference],
      [dayLabel(facts), longDay(facts.starts_on)],
      ...(refundCents === null ? [] : [['Refund', formatMoney({ cents: refundCents, currency })] satisfies [string, string]]),
    ],
    action: { label: 'Find another date', href: `${facts.siteUrl}${pageHref(pages.destinations)}` },
  })
  // Unpaid bookings never had a calendar entry.
  return refundCents === null ? mail : { ...mail, ...calendarEntry(facts, 'CANCEL') }
}

function moneyText(facts: CancelledFacts): string {
  const { refundCents, returnedCents, dispute, currency } = facts
  if (refundCents === null) return 'You hadn’t paid, so you won’t be charged. If a payment still reaches us, we’ll refund it in full.'
  const refund = formatMoney({ cents: refundCents, currency })
  const before = returnedCents > 0 ? ` We had already refunded ${formatMoney({ cents: returnedCents, currency })}.` : ''
  if (dispute === 'lost') return 'Your bank has already returned this payment to you through the dispute, so we won’t refund it again.'
  if (refundCents === 0) return `No further refund is due.${before}`
  if (dispute === 'open') {
    return `You’re due a refund of ${refund}. Because your bank is looking into this payment, some or all of it may be delayed until they’ve finished.${before}`
  }
  if (facts.isPaidOutside) return `We’re giving you a full refund. ${refund} ${wayBackText(facts)}${before}`
  return `We’re refunding ${refund} in full to the card you paid with. It usually takes 5 to 10 days to appear. You don’t need to do anything.${before}`
}

export const preview: CancelledFacts = {
  ...pickFacts(confirmedPreview),
  ...pickEndedTrip(confirmedPreview),
  reason: 'The mountain road is closed after the storm.',
  refundCents: 249_800,
  returnedCents: 0,
  dispute: 'none',
}
