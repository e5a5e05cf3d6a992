import { sql, type RawBuilder } from 'kysely'

/**
 * Returns the condition for the bookings (`bookings`) that are somebody's own: made with their account, or with their address for its
 * emails, now or at first, as a booking that they made for themselves with another account would be.
 */
export function isOwnBooking(userId: string): RawBuilder<boolean> {
  return sql<boolean>`(bookings.user_id = ${userId} or exists (
    select from users as decider
    left join booking_contacts on booking_contacts.booking_id = bookings.id
    left join vehicle_bookings on vehicle_bookings.booking_id = bookings.id
    where decider.id = ${userId}
      and lower(decider.email) in (lower(booking_contacts.email), lower(vehicle_bookings.contact_email))))`
}
