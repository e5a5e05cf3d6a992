import type { Selectable } from 'kysely'
import type { VehicleBooking } from '#shared/bookings.ts'
import type { BookingPageQuery } from '#shared/list-pages.ts'
import { centsToDecimal } from '#shared/money.ts'
import type { Database } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'
import { refundsOf, selectPage, selectWithinBytes, toBookingRefund, type OwnList } from '../queries.ts'

/** A page of a person's vehicle bookings; a shorter one when they hold much. */
export async function listVehicleBookings(db: Database, list: OwnList, query: BookingPageQuery): Promise<VehicleBooking[]> {
  const page = selectWithinBytes(db, selectPage(db, list, query)).as('page')
  const rows = await db
    .selectFrom('bookings')
    .innerJoin(page, 'page.id', 'bookings.id')
    .innerJoin('vehicle_bookings', 'vehicle_bookings.booking_id', 'bookings.id')
    .innerJoin('service_types', 'service_types.id', 'vehicle_bookings.service_type_id')
    .leftJoin('payments', (join) => join.onRef('payments.booking_id', '=', 'bookings.id').on('payments.role', '=', 'primary'))
    .selectAll('vehicle_bookings')
    .select(['reference', 'status', 'total_cents', 'bookings.currency', 'service_types.name as service_name', 'provider_payment_id'])
    .select(refundsOf)
    .orderBy('page.place')
    .execute()
  return rows.map((row) => ({ ...toVehicleBooking(row), refund: toBookingRefund(row.refunds, row.currency) }))
}

type VehicleBookingRow = Selectable<DB['vehicle_bookings']> &
  Pick<Selectable<DB['bookings']>, 'reference' | 'status' | 'total_cents' | 'currency'> & {
    service_name: string
    provider_payment_id: string | null
  }

/** A vehicle booking with its quote, as its owner and the staff see it. */
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
