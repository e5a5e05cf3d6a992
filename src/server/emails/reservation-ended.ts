import { brand } from '#shared/brand.ts'
import { longDay, type Day } from '#shared/dates.ts'
import { pageHref, pages } from '#shared/pages.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { preview as confirmedPreview } from './booking-confirmed.ts'
import { pickFacts, type BookingFacts } from './booking-facts.ts'
import { greeting } from './greeting.ts'
import { renderMail } from './layout.ts'

export const template = 'reservation-ended'

interface Ending {
  /** The day payment was due; null if the reservation was given up before then. */
  dueOn: Day | null
  /** The payment deadline in words. Missing in emails queued by an earlier version. */
  payUntil?: string
}

export function reservationEndedMail(recipient: string, facts: BookingFacts, ending: Ending): QueuedMail {
  return { key: `${template}:${facts.id}`, template, recipient, bookingId: facts.id, data: { ...pickFacts(facts), ...ending } }
}

export function render(facts: BookingFacts & Ending): RenderedMail {
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
}

export const preview: BookingFacts & Ending = {
  ...confirmedPreview,
  dueOn: '2027-03-20',
  payUntil: '23:59 on Sat, 20 Mar 2027, London time',
}
