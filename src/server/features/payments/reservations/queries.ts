import { daysBefore } from '#shared/dates.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { hashToken } from '#server/lib/tokens.ts'

export type Reservation = NonNullable<Awaited<ReturnType<typeof findReservation>>>

/** Finds until when the seats of a booking are kept that staff have made for somebody. */
export async function findReservation(db: Database | Trx, bookingId: string) {
  return db.selectFrom('reservations').select(['pay_by', 'due_at']).where('booking_id', '=', bookingId).executeTakeFirst()
}

/** Finds the booking that was made with a form's key. */
export async function findReservationByKey(db: Database, key: string) {
  return db
    .selectFrom('reservations')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select(['booking_id', 'reference', 'due_at'])
    .where('request_key', '=', key)
    .executeTakeFirst()
}

/** Finds the booking that a mailed payment link is for. */
export async function findReservationLink(db: Database, token: string) {
  return db.selectFrom('reservation_links').select('booking_id').where('token_hash', '=', hashToken(token)).executeTakeFirst()
}

/** The most in one run. */
const MOST = 500

/** Returns the bookings whose time to pay is over, the longest first. */
export async function listDueReservations(db: Database, now: Date): Promise<string[]> {
  const rows = await unpaid(db).where('due_at', '<=', now).orderBy('due_at').limit(MOST).execute()
  return rows.map(({ booking_id }) => booking_id)
}

/** Returns the bookings that are due within a day and whose customers are to be reminded: not those made at short notice. */
export async function listForgottenReservations(db: Database, now: Date): Promise<string[]> {
  const rows = await unpaid(db)
    .where('due_at', '>', now)
    .where('due_at', '<=', daysBefore(now, -1))
    .where('bookings.created_at', '<=', daysBefore(now, 1))
    .where('reminded_at', 'is', null)
    .where('pay_by', '!=', 'cash')
    .orderBy('due_at')
    .limit(MOST)
    .execute()
  return rows.map(({ booking_id }) => booking_id)
}

function unpaid(db: Database) {
  return db
    .selectFrom('reservations')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select('booking_id')
    .where('status', '=', 'pending')
}
