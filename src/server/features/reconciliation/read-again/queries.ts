import type { Database } from '#server/lib/db.ts'
import { notFound } from '#server/lib/errors.ts'

/** Returns the checkout sessions of a booking, also those that are long over. Throws 404. */
export async function listSessionIds(db: Database, bookingId: string): Promise<string[]> {
  const booking = await db.selectFrom('bookings').select('id').where('id', '=', bookingId).executeTakeFirst()
  if (!booking) throw notFound('Booking')
  const rows = await db
    .selectFrom('payment_attempts')
    .select('session_id')
    .where('booking_id', '=', bookingId)
    .orderBy('created_at')
    .execute()
  return rows.flatMap(({ session_id }) => session_id ?? [])
}

/** Returns the card payments of a booking. */
export async function listPaymentIds(db: Database, bookingId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .select('provider_payment_id')
    .where('booking_id', '=', bookingId)
    .orderBy('paid_at')
    .execute()
  return rows.flatMap(({ provider_payment_id }) => provider_payment_id ?? [])
}
