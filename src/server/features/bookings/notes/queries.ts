import type { ExpressionBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { BookingNote } from '#shared/bookings/manifests.ts'
import type { DB } from '#server/lib/db-types.ts'
import type { Database, Trx } from '#server/lib/db.ts'

/** Oldest first. */
export async function listNotes(db: Database | Trx, bookingId: string): Promise<BookingNote[]> {
  const rows = await db
    .selectFrom('booking_notes')
    .innerJoin('users', 'users.id', 'written_by')
    .select(['booking_notes.id', 'body', 'users.name', 'written_at'])
    .where('booking_id', '=', bookingId)
    .orderBy('written_at')
    .orderBy('booking_notes.id')
    .execute()
  return rows.map(({ id, body, name, written_at }) => ({ id, body, writtenBy: name, writtenAt: written_at.toISOString() }))
}

export function notesOf(eb: ExpressionBuilder<DB, 'bookings'>) {
  return jsonArrayFrom(
    eb
      .selectFrom('booking_notes')
      .select('body')
      .whereRef('booking_notes.booking_id', '=', 'bookings.id')
      .orderBy('written_at')
      .orderBy('booking_notes.id'),
  ).as('staff_notes')
}
