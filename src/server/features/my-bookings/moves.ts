import type { ExpressionBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import * as calls from '#shared/bookings/calls.ts'
import type { Move } from '#shared/bookings/moves.ts'
import type { VehicleBooking } from '#shared/bookings/public.ts'
import type { BookingStatus } from '#shared/bookings/statuses.ts'
import { pathOf } from '#shared/contract.ts'
import { dayIn } from '#shared/dates.ts'
import { bookingsHref } from '#shared/pages.ts'
import { getPhoto } from '#shared/vehicles/calls.ts'
import { PICKUP_TIME_ZONE } from '#shared/vehicles/postcodes.ts'
import { calendarFile } from '#server/lib/calendar-file.ts'
import type { DB } from '#server/lib/db-types.ts'
import type { Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import type { Serving } from '#server/lib/serve.ts'
import { asUuid } from '#server/features/bookings/records.ts'
import { toVehicleBooking, selectWithinBytes } from '#server/features/bookings/vehicle-bookings.ts'
import { readPosted, refundsOf, toBookingRefund, selectPage, type OwnList } from './lists.ts'

export function moveCalls({ read }: Serving, { now, origins }: Pick<Deps, 'now' | 'origins'>): void {
  read(calls.getMove, async ({ db, who, params }) => getMove(db, who.userId, params.id))
  read(calls.downloadMoveEvent, async ({ db, who, params, request, reply }) => {
    const move = await getMove(db, who.userId, params.id, 'confirmed')
    const startsAt = new Date(move.pickupDate)
    reply
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('content-disposition', `attachment; filename="meridian-${move.reference}.ics"`)
    return calendarFile(
      {
        id: move.id,
        reference: move.reference,
        title: move.serviceType?.name ?? '',
        destination: `${move.pickupLocation}, ${move.pickupPinCode}`,
        travelOn: dayIn(PICKUP_TIME_ZONE, startsAt),
        startsAt,
        duration: 1,
        notes: [`From: ${move.pickupLocation}, ${move.pickupPinCode}`, `To: ${move.dropoffLocation}, ${move.dropoffPinCode}`],
        bookingUrl: `${origins.ofPages(request)}${bookingsHref('vehicle', move.id)}`,
      },
      now(),
    )
  })
}

/** With `status`, only finds a move that has that status. Throws 404. */
async function getMove(db: Database, userId: string, bookingId: string, status?: BookingStatus): Promise<Move> {
  const own = db
    .selectFrom('bookings')
    .innerJoin('vehicle_bookings', 'vehicle_bookings.booking_id', 'bookings.id')
    .innerJoin('service_types', 'service_types.id', 'vehicle_bookings.service_type_id')
    .innerJoin('users', 'users.id', 'bookings.user_id')
    .leftJoin('payments', (join) => join.onRef('payments.booking_id', '=', 'bookings.id').on('payments.role', '=', 'primary'))
    .selectAll('vehicle_bookings')
    .select(['bookings.id', 'reference', 'status', 'total_cents', 'bookings.currency', 'service_types.name as service_name'])
    .select('provider_payment_id')
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
  const [row] = await readPosted(db, async () => own.execute())
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
      url: pathOf(getPhoto, { id: photo.id }),
    })),
    paidAt: row.paid_at?.toISOString() ?? null,
  }
}

const PAID: BookingStatus[] = ['confirmed', 'completed', 'cancelled']

/** The page may be shorter than asked if the bookings are large. */
export async function listVehicleBookings(db: Database, list: OwnList, query: calls.OwnListQuery): Promise<VehicleBooking[]> {
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
