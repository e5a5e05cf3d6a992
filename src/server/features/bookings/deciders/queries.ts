import { sql, type RawBuilder } from 'kysely'

/**
 * Returns a condition on `bookings`: made with this account, or with its address as the original or current contact, as a booking made
 * for oneself with another account would be.
 */
export function isOwnBooking(userId: string): RawBuilder<boolean> {
  return sql<boolean>`(bookings.user_id = ${userId} or exists (
    select from users as decider
    left join booking_contacts on booking_contacts.booking_id = bookings.id
    left join vehicle_bookings on vehicle_bookings.booking_id = bookings.id
    where decider.id = ${userId}
      and lower(decider.email) in (lower(booking_contacts.email), lower(vehicle_bookings.contact_email))))`
}
