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
    subject: `We have had to cancel: ${facts.title} on ${longDay(facts.starts_on)} (${facts.reference})`,
    heading: 'This departure is cancelled',
    paragraphs: [
      `${greeting(facts.customerName)}we are sorry: we have had to cancel this departure, and with it your places. ${facts.reason}`,
      moneyText(facts),
      `If you would like to travel on another date, or have a question, we are here: ${brand.phone} or ${brand.email}.`,
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
  if (refundCents === null) return 'You had not paid for them, and nothing is charged. Should a payment still arrive, it goes back in full.'
  const refund = formatMoney({ cents: refundCents, currency })
  const before = returnedCents > 0 ? ` ${formatMoney({ cents: returnedCents, currency })} had already gone back to you.` : ''
  if (dispute === 'lost') return 'The money has gone back through your bank’s dispute of this payment. We do not refund it again.'
  if (refundCents === 0) return `Nothing more is to be paid back:${before}`
  if (dispute === 'open') {
    return `A refund of ${refund} is due. As your bank is looking into this payment, all or part of it may have to wait until that has ended.${before}`
  }
  if (facts.isPaidOutside) return `You get a full refund: ${refund} ${wayBackText(facts)}${before}`
  return `You get a full refund: ${refund} goes to the card you paid with. Banks usually show it within 5 to 10 days. You do not need to do anything.${before}`
}

export const preview: CancelledFacts = {
  ...pickFacts(confirmedPreview),
  ...pickEndedTrip(confirmedPreview),
  reason: 'The mountain road is closed after the storm.',
  refundCents: 249_800,
  returnedCents: 0,
  dispute: 'none',
}
