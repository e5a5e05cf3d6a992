import { brand } from '#shared/brand.ts'
import { longDay, type Day } from '#shared/dates.ts'
import { formatProviderMoney } from '#shared/money.ts'
import { bookingsHref, pageHref, pages } from '#shared/pages.ts'
import type { QueuedMail } from '#server/lib/mail-outbox.ts'
import {
  bankPart,
  dayLabel,
  pickFacts,
  pickJourney,
  startText,
  totalText,
  tripRows,
  type BankFacts,
  type BookingFacts,
  type JourneyFacts,
} from './booking-facts.ts'
import { bookingConfirmed } from './bookings.ts'
import { greeting } from './greeting.ts'
import { emailTemplate, renderMail } from './layout.ts'

interface Reservation extends BankFacts {
  /** The last day to pay, in the agency's time zone. */
  dueOn: Day
  /** The payment deadline in words. Missing in emails queued by an earlier version. */
  payUntil?: string
  /** Null if payment is by transfer. */
  payUrl: string | null
  isReminder: boolean
}

/** Sent with a new booking, when staff resend the link, and the day before payment is due. `mailing` distinguishes these emails. */
export function reservationMail(
  recipient: string,
  facts: JourneyFacts,
  reservation: Reservation & { mailing: string; expiresAt: Date },
): QueuedMail {
  const { mailing, expiresAt, ...rest } = reservation
  const data = { ...pickJourney(facts), ...rest }
  return {
    key: `${reservationMade.template}:${facts.id}:${mailing}`,
    template: reservationMade.template,
    recipient,
    bookingId: facts.id,
    expiresAt,
    data,
  }
}

export const reservationMade = emailTemplate({
  template: 'reservation',
  secretFields: ['payUrl'],
  render(facts: JourneyFacts & Reservation) {
    const [price, until] = [totalText(facts), facts.payUntil ?? `the end of ${longDay(facts.dueOn)}`]
    return renderMail({
      subject: `${facts.isReminder ? 'Please pay soon' : 'Your seats are reserved'}: ${facts.title} (${facts.reference})`,
      heading: facts.isReminder ? `We’re holding your seats until ${longDay(facts.dueOn)}` : 'Your seats are reserved',
      picture: facts.picture,
      paragraphs: [
        `${greeting(facts.customerName)}we’re holding your seats until ${until}. Pay ${price} by then to confirm them; otherwise we’ll release them.`,
        facts.payUrl === null
          ? `Please pay by bank transfer by then, quoting ${facts.reference}. We’ll email you when it arrives.`
          : `You can use the payment link below as often as you like until then. The price won’t change.${facts.bankDetails ? ` You can also pay by bank transfer by then, quoting ${facts.reference}.` : ''}`,
        `If you’d like to pay another way or need more time, contact us on ${brand.phone} or ${brand.email}.`,
      ],
      facts: [
        ['Booking', facts.title],
        ['Reference', facts.reference],
        ['Travel date', longDay(facts.starts_on)],
        ...tripRows(facts),
        ['Price', price],
        ['Pay by', until],
      ],
      list: bankPart(facts),
      ...(facts.payUrl !== null && { action: { label: 'Pay and confirm', href: facts.payUrl } }),
    })
  },
  preview: {
    ...bookingConfirmed.preview,
    dueOn: '2027-03-20',
    payUntil: '23:59 on Sat, 20 Mar 2027, London time',
    payUrl: 'https://www.example.com/pay/b/preview',
    isReminder: false,
    bankDetails: 'Example Travel Ltd\nIBAN GB00 TEST 0000 0000 0000 00',
  },
})

interface Ending {
  /** The day payment was due; null if the reservation was given up before then. */
  dueOn: Day | null
  /** The payment deadline in words. Missing in emails queued by an earlier version. */
  payUntil?: string
}

export function reservationEndedMail(recipient: string, facts: BookingFacts, ending: Ending): QueuedMail {
  return {
    key: `${reservationEnded.template}:${facts.id}`,
    template: reservationEnded.template,
    recipient,
    bookingId: facts.id,
    data: { ...pickFacts(facts), ...ending },
  }
}

export const reservationEnded = emailTemplate({
  template: 'reservation-ended',
  render(facts: BookingFacts & Ending) {
    return renderMail({
      subject: `We’ve released your seats: ${facts.title} (${facts.reference})`,
      heading: 'We’ve released your seats',
      paragraphs: [
        facts.dueOn === null
          ? `${greeting(facts.customerName)}we’ve released the seats we were holding for you. You haven’t been charged.`
          : `${greeting(facts.customerName)}we held your seats until ${facts.payUntil ?? `the end of ${longDay(facts.dueOn)}`}, but haven’t received a payment. You haven’t been charged.`,
        `Still want to come, or already paid by bank transfer? Contact us on ${brand.phone} or ${brand.email}. If seats are still available, we’ll book you in.`,
      ],
      facts: [
        ['Booking', facts.title],
        ['Reference', facts.reference],
        ['Travel date', longDay(facts.starts_on)],
      ],
      action: { label: 'Find another date', href: `${facts.siteUrl}${pageHref(pages.destinations)}` },
    })
  },
  preview: {
    ...bookingConfirmed.preview,
    dueOn: '2027-03-20',
    payUntil: '23:59 on Sat, 20 Mar 2027, London time',
  },
})

interface Voided extends BankFacts {
  /** The payment deadline in words. */
  payUntil: string
  /** Null if it is not paid by such a link. */
  payUrl: string | null
}

/** Takes back a confirmation, since the payment that it spoke of had been recorded by mistake. */
export function paymentVoidedMail(
  recipient: string,
  facts: JourneyFacts,
  { paymentId, expiresAt, ...voided }: Voided & { paymentId: string; expiresAt: Date },
): QueuedMail {
  const data = { ...pickJourney(facts), ...voided }
  return {
    key: `${paymentVoided.template}:${paymentId}`,
    template: paymentVoided.template,
    recipient,
    bookingId: facts.id,
    expiresAt,
    data,
  }
}

export const paymentVoided = emailTemplate({
  template: 'payment-voided',
  secretFields: ['payUrl'],
  render(facts: JourneyFacts & Voided) {
    const isVehicle = facts.kind === 'vehicle'
    const [price, until] = [totalText(facts), facts.payUntil]
    return renderMail({
      subject: `Your booking is not confirmed yet: ${facts.title} (${facts.reference})`,
      heading: 'Your booking is not confirmed yet',
      paragraphs: [
        `${greeting(facts.customerName)}we recorded a payment for this booking by mistake and sent you a confirmation. We’re sorry: it hasn’t been paid for, so it isn’t confirmed.`,
        `${isVehicle ? 'We’ll hold the date' : 'We’ll hold your seats'} until ${until}. Once we receive ${price}, we’ll confirm the booking again.`,
        `If you have paid, or anything is unclear, contact us on ${brand.phone} or ${brand.email}.`,
      ],
      facts: [
        ['Booking', facts.title],
        ['Reference', facts.reference],
        [dayLabel(facts), startText(facts)],
        ...tripRows(facts),
        ['Price', price],
        ['Pay by', until],
      ],
      list: bankPart(facts),
      action:
        facts.payUrl === null
          ? { label: 'View my bookings', href: `${facts.siteUrl}${bookingsHref(facts.kind, facts.id)}` }
          : { label: 'Pay and confirm', href: facts.payUrl },
    })
  },
  preview: {
    ...bookingConfirmed.preview,
    payUntil: '23:59 on Sat, 20 Mar 2027, London time',
    payUrl: 'https://www.example.com/pay/b/preview',
  },
})

interface Paid {
  amountCents: number
  paidCurrency: string
}

/** Sent if staff had not decided within a day about a payment that was not the agreed one. */
export function seatsReleasedMail(recipient: string, facts: BookingFacts, paid: Paid): QueuedMail {
  return {
    key: `${seatsReleased.template}:${facts.id}`,
    template: seatsReleased.template,
    recipient,
    bookingId: facts.id,
    data: { ...pickFacts(facts), ...paid },
  }
}

export const seatsReleased = emailTemplate({
  template: 'seats-released',
  render(facts: BookingFacts & Paid) {
    return renderMail({
      subject: `We’re still checking your payment: ${facts.title} (${facts.reference})`,
      heading: 'We’ve released your seats',
      paragraphs: [
        `${greeting(facts.customerName)}your payment was for the wrong amount. We held your seats for a day while we looked into it, but we’ve now had to release them.`,
        `Your money is safe with us. We’ll either confirm your booking, if seats are still available, or refund you in full, and email you then. You can also contact us on ${brand.phone} or ${brand.email}.`,
      ],
      facts: [
        ['Booking', facts.title],
        ['Reference', facts.reference],
        ['Agreed', totalText(facts)],
        ['Paid', formatProviderMoney(facts.amountCents, facts.paidCurrency)],
      ],
    })
  },
  preview: { ...bookingConfirmed.preview, amountCents: 249_800, paidCurrency: 'chf' },
})
