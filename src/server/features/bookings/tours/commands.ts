import { randomUUID } from 'node:crypto'
import { tourTotalCents } from '#shared/bookings.ts'
import type { Day } from '#shared/dates.ts'
import type { Trx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import type { OfferedTour } from '#server/features/tours/queries.ts'
import { createReference } from '../reference.ts'
import { lockOwnBooking } from '../commands.ts'

/** Makes a pending booking at today's price and refund policy. Its seats must have been taken in this transaction. */
export async function createTourBooking(
  trx: Trx,
  userId: string,
  tour: OfferedTour,
  day: Day,
  guests: number,
): Promise<{ id: string; reference: string; totalCents: number }> {
  const id = randomUUID()
  const reference = createReference()
  const totalCents = tourTotalCents(tour.base_price_cents, guests)
  await trx
    .insertInto('bookings')
    .values({
      id,
      reference,
      kind: 'tour',
      user_id: userId,
      status: 'pending',
      title: tour.name,
      total_cents: totalCents,
      currency: tour.currency,
      starts_on: day,
      full_refund_days: tour.full_refund_days,
      partial_refund_days: tour.partial_refund_days,
      partial_refund_percentage: tour.partial_refund_percentage,
    })
    .execute()
  await trx
    .insertInto('tour_bookings')
    .values({ booking_id: id, tour_id: tour.id, departs_on: day, guests, unit_price_cents: tour.base_price_cents })
    .execute()
  return { id, reference, totalCents }
}

/** Stores the travellers' names of the person's own booking. Throws 404, and 400 for more names than travellers. */
export async function setTravellers(trx: Trx, userId: string, bookingId: string, names: string[]): Promise<void> {
  await lockOwnBooking(trx, userId, bookingId)
  const stored = await trx
    .updateTable('tour_bookings')
    .set({ traveller_names: names })
    .where('booking_id', '=', bookingId)
    .where('guests', '>=', names.length)
    .executeTakeFirst()
  if (stored.numUpdatedRows === 1n) return
  const message = 'That is more names than travellers'
  throw new AppError('validation_failed', message, { issues: [{ path: 'names', message }] })
}
