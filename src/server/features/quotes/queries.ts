import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { BookingStatus } from '#shared/bookings.ts'
import { centsToDecimal } from '#shared/money.ts'
import { calls } from '#shared/paths.ts'
import type { StaffQuote } from '#shared/quotes.ts'
import type { Database } from '#server/lib/db.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { toVehicleBooking } from '#server/features/bookings/vehicles/queries.ts'

/** So many are shown at once; those that wait longest come first. */
const MOST = 200

/** Vehicle bookings for the staff, with contact and photos: of one status, or all. */
export async function listQuotes(db: Database, status?: BookingStatus): Promise<StaffQuote[]> {
  let query = db
    .selectFrom('bookings')
    .innerJoin('vehicle_bookings', 'vehicle_bookings.booking_id', 'bookings.id')
    .innerJoin('service_types', 'service_types.id', 'vehicle_bookings.service_type_id')
    .innerJoin('users', 'users.id', 'bookings.user_id')
    .leftJoin('payments', (join) => join.onRef('payments.booking_id', '=', 'bookings.id').on('payments.role', '=', 'primary'))
    .selectAll('vehicle_bookings')
    .select([
      'reference',
      'bookings.status',
      'bookings.created_at',
      'total_cents',
      'bookings.currency',
      'users.id as user_id',
      'users.name as user_name',
      'users.email as user_email',
      'service_types.name as service_name',
      'provider_payment_id',
    ])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('vehicle_photos')
          .select([
            'vehicle_photos.id',
            'vehicle_photos.item_id',
            'vehicle_photos.item_position',
            'vehicle_photos.name',
            'vehicle_photos.width',
            'vehicle_photos.height',
            'vehicle_photos.bytes',
          ])
          .whereRef('vehicle_photos.booking_id', '=', 'bookings.id')
          .orderBy('vehicle_photos.item_position')
          .orderBy('vehicle_photos.created_at'),
      ).as('photos'),
    )
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('tasks')
          .select('cause')
          .whereRef('tasks.booking_id', '=', 'bookings.id')
          .where('closed_at', 'is', null)
          .orderBy('opened_at'),
      ).as('open_tasks'),
    )
    // Said again for the indexes, which hold nothing else.
    .where('bookings.kind', '=', 'vehicle')
  if (status) query = query.where('bookings.status', '=', status)
  const rows = await query.orderBy('bookings.created_at').limit(MOST).execute()
  return rows.map((row) => ({
    ...toVehicleBooking(row),
    quotedPrice: row.quoted_cents === null ? null : centsToDecimal(row.quoted_cents),
    createdAt: row.created_at.toISOString(),
    askedPrice: centsToDecimal(row.asked_cents),
    version: row.quote_version,
    pickupPinCode: row.pickup_pincode,
    dropoffPinCode: row.dropoff_pincode,
    notes: row.notes,
    contact: { name: row.contact_name ?? row.user_name, email: row.contact_email ?? row.user_email, phone: row.contact_phone },
    account: { id: row.user_id, name: row.user_name, email: row.user_email },
    photos: row.photos.map(({ item_id, item_position, ...photo }) => ({
      ...photo,
      itemId: item_id,
      item: item_position,
      url: calls.photo(photo.id),
    })),
    openTasks: row.open_tasks.map(({ cause }) => cause),
  }))
}

/** The id of a vehicle booking that is named by its reference or its id; undefined when there is none. */
export async function findQuoteId(db: Database, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('bookings')
    .select('id')
    .where('kind', '=', 'vehicle')
    .where((eb) => (isUuid(name) ? eb('id', '=', name) : eb('reference', '=', name.toUpperCase())))
    .executeTakeFirst()
  return row?.id
}

/** The quote that a payment link stands for, whether or not it can still be paid. */
export async function findQuoteLink(db: Database, token: string) {
  return db.selectFrom('quote_links').select(['booking_id', 'quote_version']).where('token_hash', '=', hashToken(token)).executeTakeFirst()
}
