import { DEFAULT_CURRENCY } from '#shared/money.ts'
import { bookingsHref } from '#shared/pages.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { dayLabel, pickJourney, startText, totalText, tripDays, tripRows, type JourneyFacts } from './booking-facts.ts'
import { calendarEntry } from './calendar-entry.ts'
import { greeting } from './greeting.ts'
import { renderMail } from './layout.ts'

export const template = 'booking-confirmed'

export function bookingConfirmedMail(recipient: string, facts: JourneyFacts): QueuedMail {
  return { key: `${template}:${facts.id}`, template, recipient, bookingId: facts.id, data: pickJourney(facts) }
}

export function render(facts: JourneyFacts): RenderedMail {
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
}

export const preview: JourneyFacts = {
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
}
