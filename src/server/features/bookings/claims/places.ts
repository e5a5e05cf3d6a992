import type { Trx } from '#server/lib/db.ts'
import type { SimplePlace } from '#server/features/tours/departures/planned-slots.ts'

/** Notes the option of bookings that were made when the tour had one price. */
export async function givePlace(trx: Trx, bookingIds: string[], { option, startsAt, minutes }: SimplePlace, slotId: string): Promise<void> {
  if (bookingIds.length === 0) return
  await trx
    .updateTable('tour_bookings')
    .set((eb) => ({
      option_id: option.id,
      option_name: option.name,
      start_time: startsAt || null,
      minutes,
      slot_id: slotId,
      seats: eb.ref('guests'),
    }))
    .where('booking_id', 'in', bookingIds)
    .execute()
}
