import type { VehicleBooking } from '#shared/bookings.ts'
import { centsToDecimal } from '#shared/money.ts'
import type { Database } from '#server/lib/db.ts'

/** The person's vehicle bookings, newest first. */
export async function listVehicleBookings(db: Database, userId: string): Promise<VehicleBooking[]> {
  const rows = await db
    .selectFrom('bookings')
    .innerJoin('vehicle_bookings', 'vehicle_bookings.booking_id', 'bookings.id')
    .innerJoin('service_types', 'service_types.id', 'vehicle_bookings.service_type_id')
    .leftJoin('payments', (join) => join.onRef('payments.booking_id', '=', 'bookings.id').on('payments.role', '=', 'primary'))
    .selectAll('vehicle_bookings')
    .select(['reference', 'status', 'total_cents', 'service_types.name', 'provider_payment_id'])
    .where('bookings.user_id', '=', userId)
    .where('bookings.status', '!=', 'expired')
    .orderBy('bookings.created_at', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.booking_id,
    reference: row.reference,
    serviceType: { id: row.service_type_id, name: row.name },
    pickupDate: row.pickup_at.toISOString(),
    dropoffDate: row.dropoff_at.toISOString(),
    price: centsToDecimal(row.total_cents),
    status: row.status,
    stripeId: row.provider_payment_id,
    pickupLocation: row.pickup_location,
    dropoffLocation: row.dropoff_location,
    itemDetails: row.item_details as unknown as VehicleBooking['itemDetails'],
  }))
}
