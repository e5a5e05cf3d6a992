import { brand } from '#shared/brand.ts'
import { bookingsHref } from '#shared/pages.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { bankPart, type BankFacts } from './bank-details.ts'
import { preview as confirmedPreview } from './booking-confirmed.ts'
import { dayLabel, pickJourney, startText, totalText, tripRows, type JourneyFacts } from './booking-facts.ts'
import { greeting } from './greeting.ts'
import { renderMail } from './layout.ts'

export const template = 'payment-voided'
export const secretFields = ['payUrl'] as const

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
  return { key: `${template}:${paymentId}`, template, recipient, bookingId: facts.id, expiresAt, data }
}

export function render(facts: JourneyFacts & Voided): RenderedMail {
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
}

export const preview: JourneyFacts & Voided = {
  ...confirmedPreview,
  payUntil: '23:59 on Sat, 20 Mar 2027, London time',
  payUrl: 'https://www.example.com/pay/b/preview',
}
