import type { ExpressionBuilder } from 'kysely'
import type { BookingStatus } from '#shared/bookings/statuses.ts'
import type { VehicleBooking } from '#shared/bookings/public.ts'
import type { BookingPageQuery } from '#shared/list-pages.ts'
import type { DB } from '#server/lib/db-types.ts'
import type { Database } from '#server/lib/db.ts'
import { selectWithinBytes } from '#server/features/bookings/queries.ts'
import { toVehicleBooking } from '#server/features/bookings/vehicles/queries.ts'
import { readPosted, refundsOf, selectPage, toBookingRefund, type OwnList } from '../queries.ts'

const PAID: BookingStatus[] = ['confirmed', 'completed', 'cancelled']

/** The page may be shorter than asked if the bookings are large. */
export async function listVehicleBookings(db: Database, list: OwnList, query: BookingPageQuery): Promise<VehicleBooking[]> {
  const page = selectWithinBytes(db, selectPage(db, list, query)).as('page')
  const listed = db
    .selectFrom('bookings')
    .innerJoin(page, 'page.id', 'bookings.id')
    .innerJoin('vehicle_bookings', 'vehicle_bookings.booking_id', 'bookings.id')
    .innerJoin('service_types', 'service_types.id', 'vehicle_bookings.service_type_id')
    .leftJoin('payments', (join) => join.onRef('payments.booking_id', '=', 'bookings.id').on('payments.role', '=', 'primary'))
    .selectAll('vehicle_bookings')
    .select(['bookings.id', 'reference', 'status', 'total_cents', 'bookings.currency', 'service_types.name as service_name'])
    .select('provider_payment_id')
    .select(refundsOf)
    .select(isUnderReview)
    .orderBy('page.place')
  const rows = await readPosted(db, async () => listed.execute())
  return rows.map((row) => ({
    ...toVehicleBooking(row),
    ...(row.is_under_review && { isPaymentUnderReview: true }),
    refund: toBookingRefund(row.refunds, row.currency),
  }))
}

/** True if one of its payments was not as agreed and awaits a person's decision, or has not arrived although its checkout is complete. */
function isUnderReview(eb: ExpressionBuilder<DB, 'bookings'>) {
  const undecided = eb
    .selectFrom('payments as apart')
    .innerJoin('tasks', 'tasks.payment_id', 'apart.id')
    .select('apart.id')
    .whereRef('apart.booking_id', '=', 'bookings.id')
    .where('apart.role', '=', 'quarantined')
    .where('tasks.kind', '=', 'wrong_payment')
    .where('tasks.closed_at', 'is', null)
  const waiting = eb
    .selectFrom('payment_attempts')
    .select('payment_attempts.id')
    .whereRef('payment_attempts.booking_id', '=', 'bookings.id')
    .where('payment_attempts.status', 'in', ['creating', 'open'])
    .where('unpaid_since', 'is not', null)
  return eb.and([eb('bookings.status', 'not in', PAID), eb.or([eb.exists(undecided), eb.exists(waiting)])]).as('is_under_review')
}
