import { sql, type Selectable } from 'kysely'
import type { VehicleBooking } from '#shared/bookings.ts'
import { centsToDecimal, centsToUnits } from '#shared/money.ts'
import { calls } from '#shared/paths.ts'
import { isCovered } from '#shared/postcodes.ts'
import type { Photo } from '#shared/vehicle-drafts.ts'
import type { ServiceRates, ServiceType } from '#shared/vehicles.ts'
import type { Database } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'

/** Below DATA_DIR: what was uploaded for vehicle requests. */
export const PHOTO_FOLDER = 'uploads'

/** The services on offer, in the order in which they are listed (specification §3). */
export async function listServiceTypes(db: Database): Promise<ServiceType[]> {
  const rows = await db.selectFrom('service_types').selectAll().where('is_active', '=', true).orderBy('position').orderBy('id').execute()
  return rows.map((row) => {
    const rules = [
      { type: 'perFloor' as const, cents: row.per_floor_cents },
      { type: 'perHelper' as const, cents: row.per_helper_cents },
    ]
    return {
      id: row.id,
      name: row.name,
      price: centsToUnits(row.base_price_cents),
      description: row.description,
      specialrequirements: row.special_requirements,
      stripeProductId: row.stripe_product_id,
      pricingRules: rules.flatMap(({ type, cents }) => (cents === null ? [] : [{ type, value: centsToUnits(cents) }])),
      refundPolicy: {
        fullRefundDays: row.full_refund_days,
        partialRefundDays: row.partial_refund_days,
        partialRefundPercentage: row.partial_refund_percentage,
      },
    }
  })
}

/** What a booking must know of a service; undefined when it does not exist or is no longer offered. */
export async function findOfferedService(db: Database, id: string) {
  return db.selectFrom('service_types').selectAll().where('id', '=', id).where('is_active', '=', true).executeTakeFirst()
}

export type OfferedService = NonNullable<Awaited<ReturnType<typeof findOfferedService>>>

export function ratesOfRow(row: OfferedService): ServiceRates {
  return { baseCents: row.base_price_cents, perFloorCents: row.per_floor_cents, perHelperCents: row.per_helper_cents }
}

/** Whether we serve each of two postcodes. */
export async function checkCoverage(db: Database, pickup: string, drop: string): Promise<{ pickup: boolean; drop: boolean }> {
  const rows = await db.selectFrom('coverage_areas').select('code').execute()
  const codes = new Set(rows.map(({ code }) => code))
  return { pickup: isCovered(pickup, codes), drop: isCovered(drop, codes) }
}

interface PhotoRow {
  id: string
  item_id: string | null
  name: string
  width: number
  height: number
  bytes: number
}

export function toPhoto(row: PhotoRow): Photo {
  const { id, item_id, name, width, height, bytes } = row
  return { id, itemId: item_id, name, url: calls.photo(id), width, height, bytes }
}

/** The uploads of a person that no booking has yet. */
export async function listDraftPhotos(db: Database, userId: string) {
  return db
    .selectFrom('vehicle_photos')
    .selectAll()
    .where('user_id', '=', userId)
    .where('booking_id', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** A photo for its owner or for the staff; undefined for everybody else. */
export async function findPhoto(db: Database, userId: string, photoId: string) {
  return db
    .selectFrom('vehicle_photos')
    .select(['path', 'bytes'])
    .where((eb) => eb(eb.cast<string>('id', 'text'), '=', photoId.toLowerCase()))
    .where((eb) =>
      eb.or([
        eb('user_id', '=', userId),
        eb.exists(
          eb
            .selectFrom('users')
            .select('users.id')
            .where('users.id', '=', userId)
            .where('role', 'in', ['staff', 'admin'])
            .where('deleted_at', 'is', null),
        ),
      ]),
    )
    .executeTakeFirst()
}

/** The person's vehicle bookings, newest first; a quote that nobody paid in time until its day has come. */
export async function listVehicleBookings(db: Database, userId: string, now: Date): Promise<VehicleBooking[]> {
  const rows = await db
    .selectFrom('bookings')
    .innerJoin('vehicle_bookings', 'vehicle_bookings.booking_id', 'bookings.id')
    .innerJoin('service_types', 'service_types.id', 'vehicle_bookings.service_type_id')
    .leftJoin('payments', (join) => join.onRef('payments.booking_id', '=', 'bookings.id').on('payments.role', '=', 'primary'))
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('refunds')
          .select((inner) => [
            sql<number>`sum(refunds.amount_cents)::int`.as('refund_cents'),
            inner.fn.max('refunds.state').as('refund_state'),
          ])
          .whereRef('refunds.payment_id', '=', 'payments.id')
          .where('refunds.state', 'not in', ['failed', 'canceled'])
          .as('given_back'),
      (join) => join.onTrue(),
    )
    .selectAll('vehicle_bookings')
    .select([
      'reference',
      'status',
      'total_cents',
      'service_types.name as service_name',
      'provider_payment_id',
      'refund_cents',
      'refund_state',
    ])
    .where('bookings.user_id', '=', userId)
    .where((eb) => eb.or([eb('bookings.status', '!=', 'expired'), eb('pickup_at', '>', now)]))
    .orderBy('bookings.created_at', 'desc')
    .execute()
  return rows.map((row) => ({
    ...toVehicleBooking(row),
    refund: row.refund_cents === null ? null : { amount: centsToDecimal(row.refund_cents), state: row.refund_state ?? 'requested' },
  }))
}

type VehicleBookingRow = Selectable<DB['vehicle_bookings']> &
  Pick<Selectable<DB['bookings']>, 'reference' | 'status' | 'total_cents'> & { service_name: string; provider_payment_id: string | null }

/** A vehicle booking with its quote, as its owner and the staff see it. */
export function toVehicleBooking(row: VehicleBookingRow): VehicleBooking {
  return {
    id: row.booking_id,
    reference: row.reference,
    serviceType: { id: row.service_type_id, name: row.service_name },
    pickupDate: row.pickup_at.toISOString(),
    dropoffDate: row.dropoff_at.toISOString(),
    price: centsToDecimal(row.total_cents),
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
