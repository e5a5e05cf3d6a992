import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Trx } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'
import type { OfferedService } from '#server/features/vehicles/queries.ts'
import { createReference } from '../reference.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { setStatus } from '../commands.ts'

interface NewVehicleBooking extends Omit<Insertable<DB['vehicle_bookings']>, 'booking_id' | 'service_type_id' | 'asked_cents'> {
  totalCents: number
  startsOn: Day
  createdAt: Date
}

/** Makes a pending vehicle booking, which is a request for a quote, with the refund policy that its service has today. */
export async function createVehicleBooking(
  trx: Trx,
  userId: string,
  service: OfferedService,
  { totalCents, startsOn, createdAt, ...facts }: NewVehicleBooking,
): Promise<{ id: string; reference: string }> {
  const id = randomUUID()
  const reference = createReference()
  await trx
    .insertInto('bookings')
    .values({
      id,
      reference,
      kind: 'vehicle',
      user_id: userId,
      status: 'pending',
      title: service.name,
      total_cents: totalCents,
      currency: service.currency,
      starts_on: startsOn,
      full_refund_days: service.full_refund_days,
      partial_refund_days: service.partial_refund_days,
      partial_refund_percentage: service.partial_refund_percentage,
      created_at: createdAt,
    })
    .execute()
  await trx
    .insertInto('vehicle_bookings')
    .values({ ...facts, booking_id: id, service_type_id: service.id, asked_cents: totalCents })
    .execute()
  return { id, reference }
}

/** Vehicle bookings whose day is over are completed; how many. Tours stay as they are. */
export async function completeVehicleBookings(trx: Trx, today: Day, timeZone: string, now: Date): Promise<number> {
  const rows = await trx
    .selectFrom('bookings')
    .innerJoin('vehicle_bookings', 'booking_id', 'bookings.id')
    .selectAll('bookings')
    .where('kind', '=', 'vehicle')
    .where('status', '=', 'confirmed')
    // The day before in UTC narrows by what is stored; the agency's own day decides.
    .where('dropoff_at', '<', new Date(`${addDays(today, 1)}T00:00:00Z`))
    .where((eb) => eb(eb.cast<string>(eb.fn('timezone', [eb.val(timeZone), 'dropoff_at']), 'date'), '<', today))
    .orderBy('bookings.id')
    .forUpdate('bookings')
    .execute()
  for (const booking of rows) await setStatus(trx, booking, 'completed', { completed_at: now })
  return rows.length
}
