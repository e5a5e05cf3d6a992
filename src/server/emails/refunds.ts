import { brand } from '#shared/brand.ts'
import { longDay } from '#shared/dates.ts'
import { DEFAULT_CURRENCY, formatMoney, formatProviderMoney, type Currency } from '#shared/money.ts'
import { bookingsHref, pageHref, pages } from '#shared/pages.ts'
import type { QueuedMail } from '#server/lib/mail-outbox.ts'
import { bookingConfirmed } from './bookings.ts'
import { greeting } from './greeting.ts'
import {
  calendarEntry,
  dayLabel,
  pickEndedTrip,
  pickFacts,
  totalText,
  wayBackText,
  type BookingFacts,
  type EndedTrip,
  type JourneyFacts,
} from './booking-facts.ts'
import { emailTemplate, renderMail } from './layout.ts'

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
  return { key: `${departureCancelled.template}:${facts.id}`, template: departureCancelled.template, recipient, bookingId: facts.id, data }
}

export const departureCancelled = emailTemplate({
  template: 'departure-cancelled',
  render(facts: CancelledFacts) {
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
  },
  preview: {
    ...pickFacts(bookingConfirmed.preview),
    ...pickEndedTrip(bookingConfirmed.preview),
    reason: 'The mountain road is closed after the storm.',
    refundCents: 249_800,
    returnedCents: 0,
    dispute: 'none',
  },
})

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

interface GoodwillFacts {
  refundId: string
  amountCents: number
  reason: string
  isConfirmed: boolean
}

export function goodwillRefundMail(recipient: string, facts: BookingFacts, goodwill: GoodwillFacts): QueuedMail {
  const data = { ...pickFacts(facts), ...goodwill }
  return { key: `${goodwillRefund.template}:${goodwill.refundId}`, template: goodwillRefund.template, recipient, bookingId: facts.id, data }
}

export const goodwillRefund = emailTemplate({
  template: 'goodwill-refund',
  render(facts: BookingFacts & GoodwillFacts) {
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
  },
  preview: {
    ...bookingConfirmed.preview,
    refundId: '00000000-0000-4000-8000-000000000000',
    amountCents: 25_000,
    reason: 'The tea ceremony could not take place.',
    isConfirmed: true,
  },
})

interface ReturnedPayment {
  paymentId: string
  role: 'duplicate' | 'late' | 'quarantined'
  amountCents: number
  /** Set only if it differs from the booking's currency. */
  paidCurrency?: string
  /** For a duplicate, the other booking for the same tour and day, which stays. Absent if this booking itself was paid twice. */
  keptReference?: string | undefined
  keptId?: string | undefined
  isDepartureCancelled?: boolean
}

type ReturnedFacts = BookingFacts & ReturnedPayment

/** For payments made twice, made after the seats had gone, or not of the agreed amount. */
export function paymentReturnedMail(recipient: string, facts: BookingFacts, payment: ReturnedPayment): QueuedMail {
  const data = { ...pickFacts(facts), ...payment }
  return {
    key: `${paymentReturned.template}:${payment.paymentId}`,
    template: paymentReturned.template,
    recipient,
    bookingId: facts.id,
    data,
  }
}

export const paymentReturned = emailTemplate({
  template: 'payment-returned',
  render(facts: ReturnedFacts) {
    const amount = formatProviderMoney(facts.amountCents, facts.paidCurrency ?? facts.currency)
    // A move has no other date to offer, and after a duplicate payment one booking still stands.
    const hasBooking = facts.kind === 'vehicle' || facts.role === 'duplicate'
    const standing = facts.keptReference === undefined ? facts.id : facts.keptId
    return renderMail({
      subject: `Your payment is being refunded in full: ${facts.title} (${facts.reference})`,
      heading: facts.isPaidOutside ? `We’re repaying ${amount}` : `We’re refunding ${amount} to your card`,
      paragraphs: [
        `${greeting(facts.customerName)}${reasonOf(facts)}`,
        facts.isPaidOutside ? `${amount} ${wayBackText(facts)}` : 'It usually takes 5 to 10 days to appear. You don’t need to do anything.',
      ],
      facts: [
        ['Booking', facts.title],
        ['Reference', facts.reference],
        ['Refund', amount],
      ],
      action: hasBooking
        ? { label: 'View my bookings', href: `${facts.siteUrl}${bookingsHref(facts.kind, standing)}` }
        : { label: 'Find another date', href: `${facts.siteUrl}${pageHref(pages.destinations)}` },
    })
  },
  preview: {
    ...bookingConfirmed.preview,
    paymentId: '00000000-0000-4000-8000-000000000001',
    role: 'late',
    amountCents: 249_800,
  },
})

function reasonOf({ role, keptReference, kind, isPaidOutside = false, isDepartureCancelled = false }: ReturnedFacts): string {
  switch (role) {
    case 'duplicate':
      return keptReference === undefined
        ? 'this booking was paid for twice. It’s still confirmed, and we’re refunding the second payment in full.'
        : `this payment reached us after you’d already booked the same tour and date again. Your other booking (${keptReference}) isn’t affected. This one wasn’t made, and we’re refunding the payment in full.`
    case 'quarantined':
      if (isPaidOutside) return 'we couldn’t use your payment for this booking. We’re sorry, and we’re repaying it in full.'
      return 'your payment was for the wrong amount, so we couldn’t use it for your booking. We’re sorry, and we’re refunding it in full.'
    case 'late':
      if (isDepartureCancelled) {
        return 'your payment reached us after we’d had to cancel this departure. We’re sorry. Your booking wasn’t made, and we’re refunding the payment in full.'
      }
      return kind === 'vehicle'
        ? 'your payment reached us after this quote had ended. We’re sorry. Nothing was booked, and we’re refunding the payment in full.'
        : 'your payment reached us after your seats had been released, and they’re no longer available. We’re sorry. Your booking wasn’t made, and we’re refunding the payment in full.'
  }
}

export interface StuckRefund {
  refundId: string
  reference: string
  title: string
  customerName: string | null
  amountCents: number
  currency: Currency
}

/** Also covers a refund that had seemed to succeed at first. */
export function refundFailedMail(recipient: string, bookingId: string, refund: StuckRefund): QueuedMail {
  return { key: `${refundFailed.template}:${refund.refundId}`, template: refundFailed.template, recipient, bookingId, data: refund }
}

export const refundFailed = emailTemplate({
  template: 'refund-failed',
  render(refund: StuckRefund) {
    const amount = formatProviderMoney(refund.amountCents, refund.currency)
    return renderMail({
      subject: `Your refund didn’t reach your card: ${refund.title} (${refund.reference})`,
      heading: `We couldn’t refund ${amount} to your card`,
      paragraphs: [
        `${greeting(refund.customerName)}the refund to your card didn’t go through. Your money is safe with us, and we’re finding another way to repay you.`,
        `We’ll be in touch. You can also contact us on ${brand.phone} or ${brand.email}.`,
      ],
      facts: [
        ['Booking', refund.title],
        ['Reference', refund.reference],
        ['Refund', amount],
      ],
    })
  },
  preview: {
    refundId: '00000000-0000-4000-8000-000000000002',
    reference: 'M-7K3P9XQD',
    title: 'Kyoto Temples and Tea',
    customerName: 'Amelia Hart',
    amountCents: 124_900,
    currency: DEFAULT_CURRENCY.tour,
  },
})

interface DisputedRefund extends StuckRefund {
  /** `blocked` while the dispute lasts, `lost` once the bank itself has returned the money. */
  state: 'blocked' | 'lost'
}

export function refundDisputedMail(recipient: string, bookingId: string, refund: DisputedRefund): QueuedMail {
  return {
    key: `${refundDisputed.template}:${refund.state}:${refund.refundId}`,
    template: refundDisputed.template,
    recipient,
    bookingId,
    data: refund,
  }
}

export const refundDisputed = emailTemplate({
  template: 'refund-disputed',
  render(refund: DisputedRefund) {
    const amount = formatProviderMoney(refund.amountCents, refund.currency)
    const isLost = refund.state === 'lost'
    return renderMail({
      subject: `${isLost ? 'Refunded by your bank' : 'Your refund is on hold'}: ${refund.title} (${refund.reference})`,
      heading: isLost ? `Your bank has returned ${amount}` : `Your refund of ${amount} is on hold`,
      paragraphs: [
        isLost
          ? `${greeting(refund.customerName)}your bank has returned this payment to you through the dispute, so we won’t refund it again.`
          : `${greeting(refund.customerName)}this payment is being disputed with your bank, so we can’t send a refund yet. If your bank decides in our favour, we’ll send your refund straight away; if not, your bank will pay you back itself.`,
        `If you have any questions, contact us on ${brand.phone} or ${brand.email}.`,
      ],
      facts: [
        ['Booking', refund.title],
        ['Reference', refund.reference],
        [isLost ? 'Returned by your bank' : 'Refund', amount],
      ],
    })
  },
  preview: { ...refundFailed.preview, state: 'blocked' },
})
