import type { Insertable, QueryCreator } from 'kysely'
import type { DB, Reservations } from '#server/lib/db-types.ts'
import type { Trx } from '#server/lib/db.ts'

/** The statement that writes down until when the seats of a booking are kept, to be sent as part of the one that books it. */
export function insertingReservation(creator: QueryCreator<DB>, reservation: Insertable<Reservations>) {
  return creator.insertInto('reservations').values(reservation)
}

/** Notes that the customer of a reservation is being reminded to pay. Returns whether this is the first time. */
export async function noteReminder(trx: Trx, bookingId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('reservations')
    .set({ reminded_at: now })
    .where('booking_id', '=', bookingId)
    .where('reminded_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
