import { sql, type ExpressionBuilder, type Selectable } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { BookingStatus, VehicleBooking } from '#shared/bookings.ts'
import type { BookingPageQuery } from '#shared/list-pages.ts'
import { centsToDecimal } from '#shared/money.ts'
import type { Move } from '#shared/moves.ts'
import { calls } from '#shared/paths.ts'
import type { Database } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'
import { notFound } from '#server/lib/errors.ts'
import { asUuid, refundsOf, selectPage, selectWithinBytes, toBookingRefund, type OwnList } from '../queries.ts'

const PAID: BookingStatus[] = ['confirmed', 'completed', 'cancelled']

/** Returns a page, which is shorter when its bookings are large. */
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
    .select([isUnderReview, isOnItsWay])
    .orderBy('page.place')
    .execute()
  return rows.map((row) => ({
    ...toVehicleBooking(row),
    ...(row.is_under_review && { isPaymentUnderReview: true }),
    ...(row.is_on_its_way && { isPaymentOnItsWay: true }),
    refund: toBookingRefund(row.refunds, row.currency),
  }))
}

/** A person still has to decide about a payment that differs from what was agreed. */
function isUnderReview(eb: ExpressionBuilder<DB, 'bookings'>) {
  const undecided = eb
    .selectFrom('payments as apart')
    .innerJoin('tasks', 'tasks.payment_id', 'apart.id')
    .select('apart.id')
    .whereRef('apart.booking_id', '=', 'bookings.id')
    .where('apart.role', '=', 'quarantined')
    .where('tasks.kind', '=', 'wrong_payment')
    .where('tasks.closed_at', 'is', null)
  return eb.and([eb('bookings.status', 'not in', PAID), eb.exists(undecided)]).as('is_under_review')
}

/** A checkout is complete, but its money is still to come. */
function isOnItsWay(eb: ExpressionBuilder<DB, 'bookings'>) {
  const waiting = eb
    .selectFrom('payment_attempts')
    .select('payment_attempts.id')
    .whereRef('payment_attempts.booking_id', '=', 'bookings.id')
    .where('payment_attempts.status', 'in', ['creating', 'open'])
    .where('unpaid_since', 'is not', null)
  return eb.exists(waiting).as('is_on_its_way')
}

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

/** Returns a person's own move, optionally only in this status. Throws 404. */
export async function getMove(db: Database, userId: string, bookingId: string, status?: BookingStatus): Promise<Move> {
  const row = await db
    .selectFrom('bookings')
    .innerJoin('vehicle_bookings', 'vehicle_bookings.booking_id', 'bookings.id')
    .innerJoin('service_types', 'service_types.id', 'vehicle_bookings.service_type_id')
    .innerJoin('users', 'users.id', 'bookings.user_id')
    .leftJoin('payments', (join) => join.onRef('payments.booking_id', '=', 'bookings.id').on('payments.role', '=', 'primary'))
    .selectAll('vehicle_bookings')
    .select(['reference', 'status', 'total_cents', 'bookings.currency', 'service_types.name as service_name', 'provider_payment_id'])
    .select(['users.name as user_name', 'users.email as user_email', 'paid_at'])
    .select((eb) => [
      refundsOf(eb),
      jsonArrayFrom(
        eb
          .selectFrom('vehicle_photos')
          .select(['vehicle_photos.id', 'item_id', 'item_position', 'vehicle_photos.name', 'width', 'height', 'bytes'])
          .whereRef('vehicle_photos.booking_id', '=', 'bookings.id')
          .orderBy('item_position')
          .orderBy('vehicle_photos.created_at'),
      ).as('photos'),
    ])
    .where('bookings.id', '=', asUuid(bookingId))
    .where('bookings.user_id', '=', userId)
    .executeTakeFirst()
  if (!row || (status && row.status !== status)) throw notFound('Booking')
  return {
    ...toVehicleBooking(row),
    refund: toBookingRefund(row.refunds, row.currency),
    pickupPinCode: row.pickup_pincode,
    dropoffPinCode: row.dropoff_pincode,
    contact: { name: row.contact_name ?? row.user_name, email: row.contact_email ?? row.user_email, phone: row.contact_phone },
    photos: row.photos.map(({ item_id, item_position, ...photo }) => ({
      ...photo,
      itemId: item_id,
      item: item_position,
      url: calls.photo(photo.id),
    })),
    paidAt: row.paid_at?.toISOString() ?? null,
  }
}

export type VehicleInStatus = Awaited<ReturnType<typeof listInStatus>>[number]

/**
 * Lists vehicle bookings in a status, oldest first, after the previous page's last one. The caller checks which are due, so that each
 * page costs the same, however few they are.
 */
export async function listInStatus(db: Database, status: BookingStatus, limit: number, after?: { id: string; made: string }) {
  return (
    db
      .selectFrom('bookings')
      .innerJoin('vehicle_bookings', 'booking_id', 'bookings.id')
      // Text, because a Date would lose the microseconds.
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
