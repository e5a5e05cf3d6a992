import { brand } from '#shared/brand.ts'
import { longDay } from '#shared/dates.ts'
import { DEFAULT_CURRENCY, formatMoney } from '#shared/money.ts'
import { bookingsHref } from '#shared/pages.ts'
import type { QueuedMail } from '#server/lib/mail-outbox.ts'
import { greeting } from './greeting.ts'
import {
  calendarEntry,
  dayLabel,
  pickEndedTrip,
  pickFacts,
  pickJourney,
  startText,
  totalText,
  tripDays,
  tripRows,
  wayBackText,
  type BookingFacts,
  type EndedTrip,
  type JourneyFacts,
} from './booking-facts.ts'
import { emailTemplate, renderMail } from './layout.ts'

export function bookingConfirmedMail(recipient: string, facts: JourneyFacts): QueuedMail {
  return {
    key: `${bookingConfirmed.template}:${facts.id}`,
    template: bookingConfirmed.template,
    recipient,
    bookingId: facts.id,
    data: pickJourney(facts),
  }
}

export const bookingConfirmed = emailTemplate({
  template: 'booking-confirmed',
  render(facts: JourneyFacts) {
    const isVehicle = facts.kind === 'vehicle'
    const mail = renderMail({
      subject: `Booking confirmed: ${facts.title} (${facts.reference})`,
      heading: 'Your booking is confirmed',
      picture: facts.picture,
      paragraphs: [
        `${greeting(facts.customerName)}thank you. We’ve received your payment and ${isVehicle ? 'your crew and vehicle are' : 'your seats are'} booked.`,
        isVehicle
          ? 'You can view or cancel your booking in My Bookings. We’ll call you before the day if anything is unclear.'
          : `${facts.trip ? 'Open the attached file to add the trip to your calendar. ' : ''}You can print your confirmation or cancel in My Bookings.`,
      ],
      facts: [
        ['Booking', facts.title],
        ['Reference', facts.reference],
        [dayLabel(facts), startText(facts)],
        ...tripRows(facts),
        ['Paid', totalText(facts)],
      ],
      list: tripDays(facts),
      action: { label: 'View my bookings', href: `${facts.siteUrl}${bookingsHref(facts.kind, facts.id)}` },
    })
    return { ...mail, ...calendarEntry(facts, 'PUBLISH') }
  },
  preview: {
    id: '00000000-0000-4000-8000-000000000000',
    kind: 'tour',
    reference: 'M-7K3P9XQD',
    title: 'Kyoto Temples and Tea',
    starts_on: '2027-04-03',
    total_cents: 249_800,
    currency: DEFAULT_CURRENCY.tour,
    customerName: 'Amelia Hart',
    siteUrl: 'https://www.example.com',
    trip: {
      destination: 'Kyoto, Japan',
      guests: 2,
      duration: 3,
      meetingPoint: 'The ryokan in Higashiyama, Kyoto',
      startTime: '15:30',
      days: ['Gion by lantern light', 'Tea in Uji', 'The garden before breakfast'],
      cancellation: 'Free cancellation until 20 Mar 2027.',
      asOf: '2026-11-20T10:11:12.000Z',
    },
    picture: { filePath: '/art/kyoto-1200.webp', alt: 'A temple garden in Kyoto' },
  },
})

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
  return { key: `${bookingCancelled.template}:${facts.id}`, template: bookingCancelled.template, recipient, bookingId: facts.id, data }
}

export const bookingCancelled = emailTemplate({
  template: 'booking-cancelled',
  render(facts: CancelledFacts) {
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
  },
  preview: { ...pickFacts(bookingConfirmed.preview), ...pickEndedTrip(bookingConfirmed.preview), refundCents: 124_900 },
})

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

interface ContactLink {
  reference: string
  confirmUrl: string
}

/** Names neither a person nor a trip, because anyone may be reading it. */
export function contactConfirmationMail(
  recipient: string,
  bookingId: string,
  { mailing, ...data }: ContactLink & { mailing: string },
  expiresAt: Date,
): QueuedMail {
  return {
    key: `${contactConfirmation.template}:${bookingId}:${mailing}`,
    template: contactConfirmation.template,
    recipient,
    bookingId,
    expiresAt,
    data,
  }
}

export const contactConfirmation = emailTemplate({
  template: 'contact-confirmation',
  secretFields: ['confirmUrl'],
  render({ reference, confirmUrl }: ContactLink) {
    return renderMail({
      subject: `Should emails about booking ${reference} come to this address?`,
      heading: 'Is this your address?',
      paragraphs: [
        `Hello, someone who booked with ${brand.name} gave us this address for emails about booking ${reference}. If that was you, please confirm it.`,
        'The link is valid for seven days. If you weren’t expecting this email, you can ignore it.',
      ],
      action: { label: 'Confirm this address', href: confirmUrl },
    })
  },
  preview: { reference: 'M-7K3P9XQD', confirmUrl: 'https://www.example.com/#/confirm-email?token=preview' },
})

interface Change {
  /** Masked. */
  newAddress: string
}

/** Goes to the booking's current contact address. */
export function contactChangingMail(
  recipient: string,
  facts: BookingFacts,
  { mailing, newAddress }: Change & { mailing: string },
): QueuedMail {
  return {
    key: `${contactChanging.template}:${facts.id}:${mailing}`,
    template: contactChanging.template,
    recipient,
    bookingId: facts.id,
    data: { ...pickFacts(facts), newAddress },
  }
}

export const contactChanging = emailTemplate({
  template: 'contact-changing',
  render(facts: BookingFacts & Change) {
    return renderMail({
      subject: `New email address for your booking: ${facts.title} (${facts.reference})`,
      heading: 'New email address for this booking',
      paragraphs: [
        `${greeting(facts.customerName)}we’ve been asked to send emails about this booking to ${facts.newAddress}. We’ll start once that address is confirmed. Your account and how you sign in won’t change.`,
        `Wasn’t this you? Please tell us straight away: ${brand.phone} or ${brand.email}.`,
      ],
      facts: [
        ['Booking', facts.title],
        ['Reference', facts.reference],
      ],
    })
  },
  preview: { ...bookingConfirmed.preview, newAddress: 'a…@example.com' },
})
