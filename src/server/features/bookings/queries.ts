import type { Database, Trx } from '#server/lib/db.ts'
import { notFound } from '#server/lib/errors.ts'

/** A booking of either kind, by its owner. Throws 404 for unknown ids and for other people's bookings alike. */
export async function getOwnBooking(db: Database | Trx, userId: string, bookingId: string) {
  const row = await db
    .selectFrom('bookings')
    .selectAll()
    .where('id', '=', asUuid(bookingId))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw notFound('Booking')
  return row
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** The id if it can be one at all; else 404, since the database would refuse to compare it. */
export function asUuid(id: string): string {
  if (!UUID.test(id)) throw notFound('Booking')
  return id
}

/** Who is written to about a booking: the contact given for a vehicle booking, else the account. */
export async function getCustomer(trx: Trx, bookingId: string): Promise<{ name: string; email: string }> {
  return trx
    .selectFrom('bookings')
    .innerJoin('users', 'users.id', 'bookings.user_id')
    .leftJoin('vehicle_bookings', 'vehicle_bookings.booking_id', 'bookings.id')
    .select((eb) => [eb.fn.coalesce('contact_name', 'users.name').as('name'), eb.fn.coalesce('contact_email', 'users.email').as('email')])
    .where('bookings.id', '=', bookingId)
    .executeTakeFirstOrThrow()
}
