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
    heading: 'Your booking is cancelled',
    paragraphs: [
      `${greeting(facts.customerName)}we have cancelled your booking${WHY[facts.cause ?? (facts.byAgency ? 'decided' : 'asked')]}.`,
      ...(facts.byAgency ? [`The reason: ${facts.byAgency.reason}`] : []),
      refundText(facts, refund, returned),
    ],
    facts: [
      ['Booking', facts.title],
      ['Reference', facts.reference],
      [dayLabel(facts), longDay(facts.starts_on)],
      ['Paid', totalText(facts)],
      ['Refund', facts.dispute === 'lost' ? formatMoney({ cents: 0, currency: facts.currency }) : refund],
      ...(facts.returnedCents ? [['Paid back before', returned] satisfies [string, string]] : []),
    ],
    action: { label: 'View my bookings', href: `${facts.siteUrl}${bookingsHref(facts.kind, facts.id)}` },
  })
  return { ...mail, ...calendarEntry(facts, 'CANCEL') }
}

const WHY = {
  asked: ' as you asked',
  decided: '',
  disputed: ', since your bank disputes its payment',
  refunded: ', since its payment has gone back to you',
  partlyRefunded: ', since a part of its payment has gone back to you',
} as const

function refundText(facts: CancelledFacts, refund: string, returned: string): string {
  const { refundCents, returnedCents = 0, dispute, byAgency, cause } = facts
  const before = returnedCents > 0 ? ` ${returned} had already gone back to you.` : ''
  if (cause === 'disputed' && refundCents === 0)
    return 'Your bank decides about the money. If you did not dispute the payment, please write to us at once.'
  if (dispute === 'lost') return 'The money has gone back through your bank’s dispute of this payment. We do not refund it again.'
  if (refundCents === 0) {
    if (byAgency && !byAgency.isByPolicy) return `No part of the price is paid back now.${before}`
    return returnedCents > 0
      ? `Nothing more is paid back now:${before}`
      : 'Under the refund policy that you agreed to when booking, no part of the price is paid back.'
  }
  if (dispute === 'open') {
    return `A refund of ${refund} is due. As your bank is looking into this payment, all or part of it may have to wait until that has ended.${before}`
  }
  return `${refund} ${wayBackText(facts)}${before}`
}

export const preview: CancelledFacts = { ...pickFacts(confirmedPreview), ...pickEndedTrip(confirmedPreview), refundCents: 124_900 }
