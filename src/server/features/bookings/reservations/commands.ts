import type { Insertable, QueryCreator } from 'kysely'
import type { DB, Reservations } from '#server/lib/db-types.ts'
import type { Trx } from '#server/lib/db.ts'

/** Returns a statement to be sent as part of the one that books, so that the seats are kept until `due_at`. */
export function insertingReservation(creator: QueryCreator<DB>, reservation: Insertable<Reservations>) {
  return creator.insertInto('reservations').values(reservation)
}

/** Returns whether this is the first reminder. */
export async function noteReminder(trx: Trx, bookingId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('reservations')
    .set({ reminded_at: now })
    .where('booking_id', '=', bookingId)
    .where('reminded_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
