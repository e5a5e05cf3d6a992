import type { Insertable, QueryCreator } from 'kysely'
import type { DB, Reservations } from '#server/lib/db-types.ts'
import type { Trx } from '#server/lib/db.ts'

/** Builds the insert as part of the statement that books, so that the seats are held until `due_at`. */
export function insertingReservation(creator: QueryCreator<DB>, reservation: Insertable<Reservations>) {
  return creator.insertInto('reservations').values(reservation)
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
