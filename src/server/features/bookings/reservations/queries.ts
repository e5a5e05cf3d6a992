import { sql } from 'kysely'
import { daysBefore } from '#shared/dates.ts'
import type { Database, Trx } from '#server/lib/db.ts'

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

export interface UnpaidReservation {
  /** The booking's. */
  id: string
  /** The moment as text: as a Date it would lose its microseconds. */
  due: string
}

/** Lists the next bookings whose time to pay is over, the longest first, behind the last one of the page before. */
export async function listDueReservations(db: Database, now: Date, limit: number, after?: UnpaidReservation): Promise<UnpaidReservation[]> {
  return unpaid(db, limit, after).where('due_at', '<=', now).execute()
}

/** Lists, in the same way, the bookings that are due within a day and whose customers are to be reminded: not those made at short notice. */
export async function listForgottenReservations(
  db: Database,
  now: Date,
  limit: number,
  after?: UnpaidReservation,
): Promise<UnpaidReservation[]> {
  return unpaid(db, limit, after)
    .where('due_at', '>', now)
    .where('due_at', '<=', daysBefore(now, -1))
    .where('bookings.created_at', '<=', daysBefore(now, 1))
    .where('reminded_at', 'is', null)
    .where('pay_by', '!=', 'cash')
    .execute()
}

function unpaid(db: Database, limit: number, after: UnpaidReservation | undefined) {
  return db
    .selectFrom('reservations')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select(['booking_id as id', sql<string>`due_at::text`.as('due')])
    .where('status', '=', 'pending')
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(due_at, booking_id) > (${after?.due}::timestamptz, ${after?.id}::uuid)`))
    .orderBy('due_at')
    .orderBy('booking_id')
    .limit(limit)
}
