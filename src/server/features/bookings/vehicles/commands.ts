import { randomUUID } from 'node:crypto'
import { sql, type Insertable, type Updateable } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Trx } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'
import { isOneOf } from '#server/lib/personal-data.ts'
import type { OfferedService } from '#server/features/vehicles/services.ts'
import { createReference } from '../reference.ts'

interface NewVehicleBooking extends Omit<Insertable<DB['vehicle_bookings']>, 'booking_id' | 'service_type_id' | 'asked_cents'> {
  totalCents: number
  startsOn: Day
  createdAt: Date
}

/** The request keeps the service's current refund policy. */
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

/**
 * Completes those bookings that are still confirmed and returns their number. Locked ones are skipped until the next
 * run, so that nobody waits for a whole page.
 */
export async function completeBookings(trx: Trx, ids: readonly string[], now: Date): Promise<number> {
  const locked = await trx
    .selectFrom('bookings')
    .select('id')
    .where(isOneOf('id', ids))
    .where('kind', '=', 'vehicle')
    .where('status', '=', 'confirmed')
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute()
  const chosen = isOneOf(
    'id',
    locked.map(({ id }) => id),
  )
  // One statement for a long page, bypassing `setStatus` because only confirmed bookings were selected above.
  await trx.updateTable('bookings').set({ status: 'completed', completed_at: now }).where(chosen).execute()
  return locked.length
}

type QuoteFacts = Pick<
  Updateable<DB['vehicle_bookings']>,
  'quoted_cents' | 'quote_version' | 'quote_expires_at' | 'decision_reason' | 'decided_by'
>

export async function setQuoteFacts(trx: Trx, bookingId: string, facts: QuoteFacts): Promise<void> {
  await trx.updateTable('vehicle_bookings').set(facts).where('booking_id', '=', bookingId).execute()
}

/** Moves the end of a quote to `least` if it is earlier, but not past the move. Returns the end. */
export async function keepQuoteUntil(trx: Trx, bookingId: string, least: Date): Promise<Date> {
  const { quote_expires_at } = await trx
    .updateTable('vehicle_bookings')
    .set({ quote_expires_at: sql<Date>`greatest(quote_expires_at, least(${least}, pickup_at))` })
    .where('booking_id', '=', bookingId)
    .returning('quote_expires_at')
    .executeTakeFirstOrThrow()
  return quote_expires_at ?? least
}

export async function forgetDecisionReasons(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('vehicle_bookings')
    .set({ decision_reason: null })
    .where('booking_id', 'in', (eb) => eb.selectFrom('bookings').select('id').where('user_id', '=', userId))
    .execute()
}
