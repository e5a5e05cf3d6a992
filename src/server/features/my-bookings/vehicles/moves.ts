import { jsonArrayFrom } from 'kysely/helpers/postgres'
import * as calls from '#shared/bookings/move-calls.ts'
import type { Move } from '#shared/bookings/moves.ts'
import type { BookingStatus } from '#shared/bookings/statuses.ts'
import { pathOf } from '#shared/contract.ts'
import { dayIn } from '#shared/dates.ts'
import { bookingsHref } from '#shared/pages.ts'
import { getPhoto } from '#shared/vehicles/calls.ts'
import { PICKUP_TIME_ZONE } from '#shared/vehicles/postcodes.ts'
import { calendarFile } from '#server/lib/calendar-file.ts'
import type { Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import type { Serving } from '#server/lib/serve.ts'
import { asUuid } from '#server/features/bookings/queries.ts'
import { toVehicleBooking } from '#server/features/bookings/vehicles/queries.ts'
import { readPosted, refundsOf, toBookingRefund } from '../queries.ts'

export function moves({ read }: Serving, { now, origins }: Pick<Deps, 'now' | 'origins'>): void {
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
