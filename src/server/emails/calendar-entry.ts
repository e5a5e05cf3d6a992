import { bookingsHref } from '#shared/pages.ts'
import { calendarFile, type CalendarMethod } from '#server/lib/calendar-file.ts'
import type { RenderedMail } from '#server/lib/mail-outbox.ts'
import type { BookingFacts, JourneyFacts, Trip } from './booking-facts.ts'

export type EndedTrip = Pick<Trip, 'destination' | 'duration' | 'asOf'>

/** Returns only what removing a calendar entry needs, so that nothing else is stored with the email. */
export function pickEndedTrip({ trip }: JourneyFacts): { trip?: EndedTrip } {
  if (!trip) return {}
  const { destination, duration, asOf } = trip
  return { trip: { destination, duration, asOf } }
}

/** Returns the calendar file to attach; empty for a vehicle booking. */
export function calendarEntry(
  facts: BookingFacts & { trip?: EndedTrip | Trip | undefined },
  method: CalendarMethod,
): Pick<RenderedMail, 'calendar'> {
  const { id, reference, title, starts_on: travelOn, siteUrl, trip } = facts
  if (!trip) return {}
  const bookingUrl = `${siteUrl}${bookingsHref('tour', id)}`
  const file = calendarFile({ ...trip, id, reference, title, travelOn, bookingUrl }, new Date(trip.asOf), method)
  return { calendar: { filename: `${reference}${method === 'CANCEL' ? '-cancelled' : ''}.ics`, method, file } }
}
