import { sql, type Insertable, type QueryCreator } from 'kysely'
import type { DB, Reservations } from '#server/lib/db-types.ts'
import type { Trx } from '#server/lib/db.ts'

/** Builds the insert as part of the statement that books, so that the seats are held until `due_at`. */
export function insertingReservation(creator: QueryCreator<DB>, reservation: Insertable<Reservations>) {
  return creator.insertInto('reservations').values(reservation)
}

/** Moves the deadline of a reservation to `least` if it is earlier. Returns the deadline. */
export async function keepUntil(trx: Trx, bookingId: string, least: Date): Promise<Date> {
  const { due_at } = await trx
    .updateTable('reservations')
    .set({ due_at: sql<Date>`greatest(due_at, ${least})` })
    .where('booking_id', '=', bookingId)
    .returning('due_at')
    .executeTakeFirstOrThrow()
  return due_at
}

/** Returns false if a reminder was already sent. */
export async function noteReminder(trx: Trx, bookingId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('reservations')
    .set({ reminded_at: now })
    .where('booking_id', '=', bookingId)
    .where('reminded_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
