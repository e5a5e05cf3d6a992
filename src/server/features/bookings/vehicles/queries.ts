import { sql, type Selectable } from 'kysely'
import type { BookingStatus } from '#shared/bookings/statuses.ts'
import type { VehicleBooking } from '#shared/bookings/public.ts'
import { centsToDecimal } from '#shared/money.ts'
import type { Database } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'
import type { OpenRequests } from '#server/features/vehicles/services.ts'

type VehicleBookingRow = Selectable<DB['vehicle_bookings']> &
  Pick<Selectable<DB['bookings']>, 'reference' | 'status' | 'total_cents' | 'currency'> & {
    service_name: string
    provider_payment_id: string | null
  }

export function toVehicleBooking(row: VehicleBookingRow): VehicleBooking {
  return {
    id: row.booking_id,
    reference: row.reference,
    serviceType: { id: row.service_type_id, name: row.service_name },
    pickupDate: row.pickup_at.toISOString(),
    dropoffDate: row.dropoff_at.toISOString(),
    price: centsToDecimal(row.total_cents),
    currency: row.currency,
    status: row.status,
    stripeId: row.provider_payment_id,
    pickupLocation: row.pickup_location,
    dropoffLocation: row.dropoff_location,
    itemDetails: row.item_details as unknown as VehicleBooking['itemDetails'],
    quotedPrice: row.quoted_cents === null || row.quoted_cents === row.asked_cents ? null : centsToDecimal(row.quoted_cents),
    reason: row.decision_reason,
    payUntil: row.status === 'approved' ? (row.quote_expires_at?.toISOString() ?? null) : null,
  }
}

export type VehicleInStatus = Awaited<ReturnType<typeof listInStatus>>[number]

/**
 * Returns a page of vehicle bookings in a status, oldest first, continuing after `after`. The caller checks which are
 * due, so that every page costs the same however few are.
 */
export async function listInStatus(db: Database, status: BookingStatus, limit: number, after?: { id: string; made: string }) {
  return (
    db
      .selectFrom('bookings')
      .innerJoin('vehicle_bookings', 'booking_id', 'bookings.id')
      // As text, because a Date would lose the microseconds.
      .select(['bookings.id', sql<string>`bookings.created_at::text`.as('made'), 'pickup_at', 'dropoff_at', 'quote_expires_at'])
      .where('kind', '=', 'vehicle')
      .where('status', '=', status)
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(bookings.created_at, bookings.id) > (${after?.made}::timestamptz, ${after?.id}::uuid)`),
      )
      .orderBy('bookings.created_at')
      .orderBy('bookings.id')
      .limit(limit)
      .execute()
  )
}

/**
 * Returns the number of requests per service that await an answer or payment, and of those that await payment. These are
 * few among many bookings, so the lookup goes by status.
 */
export async function countOpenRequests(db: Database): Promise<ReadonlyMap<string, OpenRequests>> {
  const rows = await db
    .selectFrom('bookings')
    .innerJoin('vehicle_bookings', 'booking_id', 'bookings.id')
    .select((eb) => ['service_type_id', eb.fn.countAll<number>().as('open')])
    .select((eb) => eb.fn.countAll<number>().filterWhere('bookings.status', '=', 'approved').as('unpaid'))
    .where('kind', '=', 'vehicle')
    .where('bookings.status', 'in', ['pending', 'approved'])
    .groupBy('service_type_id')
    .execute()
  return new Map(rows.map(({ service_type_id, open, unpaid }) => [service_type_id, { open, unpaid }]))
}
