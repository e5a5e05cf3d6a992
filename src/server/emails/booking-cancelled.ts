import { longDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { bookingsHref } from '#shared/pages.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { preview as confirmedPreview } from './booking-confirmed.ts'
import { dayLabel, pickFacts, totalText, wayBackText, type BookingFacts, type JourneyFacts } from './booking-facts.ts'
import { calendarEntry, pickEndedTrip, type EndedTrip } from './calendar-entry.ts'
import { greeting } from './greeting.ts'
import { renderMail } from './layout.ts'

export const template = 'booking-cancelled'

export interface CancelledFacts extends BookingFacts {
  trip?: EndedTrip | undefined
  refundCents: number
  /** Missing in emails queued by an earlier version. */
  dispute?: 'none' | 'open' | 'lost'
  /** Refunded before the cancellation, in cents. Missing in emails queued before this field existed. */
  returnedCents?: number
  /** Present only if the agency cancelled. `isByPolicy` means the refund policy determined the amount. */
  byAgency?: { reason: string; isByPolicy: boolean }
  /** Why we cancelled, if the refund is not ours to make because the bank or the card provider has the money. */
  cause?: 'disputed' | 'refunded' | 'partlyRefunded'
}

/** `refundCents` is refunded to the card now (0 for nothing); `returnedCents` was refunded earlier. */
export function bookingCancelledMail(recipient: string, facts: JourneyFacts & CancelledFacts): QueuedMail {
  const { refundCents, returnedCents = 0, dispute, byAgency, cause } = facts
  const data = { ...pickFacts(facts), ...pickEndedTrip(facts), refundCents, returnedCents, dispute, cause, ...(byAgency && { byAgency }) }
  return { key: `${template}:${facts.id}`, template, recipient, bookingId: facts.id, data }
}

export function render(facts: CancelledFacts): RenderedMail {
  const refund = formatMoney({ cents: facts.refundCents, currency: facts.currency })
  const returned = formatMoney({ cents: facts.returnedCents ?? 0, currency: facts.currency })
  const mail = renderMail({
    subject: `Booking cancelled: ${facts.title} (${facts.reference})`,
    heading: 'Your booking has been cancelled',
    paragraphs: [
      `${greeting(facts.customerName)}we’ve cancelled your booking${WHY[facts.cause ?? (facts.byAgency ? 'decided' : 'asked')]}.`,
      ...(facts.byAgency ? [`The reason: ${facts.byAgency.reason}`] : []),
      refundText(facts, refund, returned),
    ],
    facts: [
      ['Booking', facts.title],
      ['Reference', facts.reference],
      [dayLabel(facts), longDay(facts.starts_on)],
      ['Paid', totalText(facts)],
      ['Refund', facts.dispute === 'lost' ? formatMoney({ cents: 0, currency: facts.currency }) : refund],
      ...(facts.returnedCents ? [['Already refunded', returned] satisfies [string, string]] : []),
    ],
    action: { label: 'View my bookings', href: `${facts.siteUrl}${bookingsHref(facts.kind, facts.id)}` },
  })
  return { ...mail, ...calendarEntry(facts, 'CANCEL') }
}

const WHY = {
  asked: ' as you asked',
  decided: '',
  disputed: ', because the payment has been disputed with your bank',
  refunded: ', because the payment was returned to you',
  partlyRefunded: ', because part of the payment was returned to you',
} as const

function refundText(facts: CancelledFacts, refund: string, returned: string): string {
  const { refundCents, returnedCents = 0, dispute, byAgency, cause } = facts
  const before = returnedCents > 0 ? ` We had already refunded ${returned}.` : ''
  if (cause === 'disputed' && refundCents === 0)
    return 'Your bank will decide what happens to the payment. If you didn’t dispute it, please contact us straight away.'
  if (dispute === 'lost') return 'Your bank has already returned this payment to you through the dispute, so we won’t refund it again.'
  if (refundCents === 0) {
    if (byAgency && !byAgency.isByPolicy) return `No refund is due this time.${before}`
    return returnedCents > 0
      ? `No further refund is due.${before}`
      : 'Under the refund policy you agreed to when you booked, no refund is due.'
  }
  if (dispute === 'open') {
    return `You’re due a refund of ${refund}. Because your bank is looking into this payment, some or all of it may be delayed until they’ve finished.${before}`
  }
  return `${refund} ${wayBackText(facts)}${before}`
}

export const preview: CancelledFacts = { ...pickFacts(confirmedPreview), ...pickEndedTrip(confirmedPreview), refundCents: 124_900 }
