import { longDay } from '#shared/dates.ts'
import { DEFAULT_CURRENCY } from '#shared/money.ts'
import { pageHref, pages } from '#shared/paths.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { dayLabel, pickFacts, totalText, type BookingFacts } from './booking-facts.ts'
import { greeting } from './greeting.ts'
import { renderMail } from './layout.ts'

export const template = 'booking-confirmed'

/** Sent once, when a booking has been paid for. */
export function bookingConfirmedMail(recipient: string, facts: BookingFacts): QueuedMail {
  return { key: `${template}:${facts.id}`, template, recipient, bookingId: facts.id, data: pickFacts(facts) }
}

export function render(facts: BookingFacts): RenderedMail {
  const isVehicle = facts.kind === 'vehicle'
  return renderMail({
    subject: `Booking confirmed: ${facts.title} (${facts.reference})`,
    heading: 'Your booking is confirmed',
    paragraphs: [
      `${greeting(facts.customerName)}thank you. We have received your payment and ${isVehicle ? 'your crew and vehicle are' : 'your places are'} reserved.`,
      isVehicle
        ? 'Under My Bookings you can see your booking or cancel it. We will call you before the day if anything is unclear.'
        : 'Under My Bookings you can print the confirmation, save the calendar entry or cancel.',
    ],
    facts: [
      ['Booking', facts.title],
      ['Reference', facts.reference],
      [dayLabel(facts), longDay(facts.starts_on)],
      ['Paid', totalText(facts)],
    ],
    action: { label: 'View my bookings', href: `${facts.siteUrl}${pageHref(pages.bookings)}` },
  })
}

export const preview: BookingFacts = {
  id: '00000000-0000-4000-8000-000000000000',
  kind: 'tour',
  reference: 'M-7K3P9XQD',
  title: 'Kyoto Temples and Tea',
  starts_on: '2027-04-03',
  total_cents: 249_800,
  currency: DEFAULT_CURRENCY.tour,
  customerName: 'Amelia Hart',
  siteUrl: 'https://www.example.com',
}
