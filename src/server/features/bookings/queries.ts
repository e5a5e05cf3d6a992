import { sql, type Expression, type ExpressionBuilder } from 'kysely'
import type { RefundPolicy } from '#shared/bookings/public.ts'
import type { Day } from '#shared/dates.ts'
import { writtenCode } from '#shared/written-codes.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'
import { notFound } from '#server/lib/errors.ts'
import { isUuid } from '#server/lib/uuids.ts'
import type { LockedBooking } from './commands.ts'

/** Maximum size of the item lists on one page, since several pages are in memory at once. */
const PAGE_BYTES = 1_000_000

/** Throws 404 both for an unknown id and for someone else's booking. */
export async function getOwnBooking(db: Database | Trx, userId: string, bookingId: string) {
  const row = await db
    .selectFrom('bookings')
    .selectAll()
    .where('id', '=', asUuid(bookingId))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw notFound('Booking')
  return row
}

/** Throws 404 for an id that is not a UUID, which the database would reject. */
export function asUuid(id: string): string {
  if (!isUuid(id)) throw notFound('Booking')
  return id
}

/**
 * Returns who receives a booking's emails: its own confirmed address; else a vehicle booking's contact, if the account has confirmed its
 * address; else the account. `name` is null unless the address belongs to the account and is confirmed, or staff created the account: a
 * name chosen for someone else's mailbox could say anything.
 */
export async function getCustomer(trx: Database | Trx, bookingId: string): Promise<{ name: string | null; email: string }> {
  const row = await trx
    .selectFrom('bookings')
    .innerJoin('users', 'users.id', 'bookings.user_id')
    .leftJoin('vehicle_bookings', 'vehicle_bookings.booking_id', 'bookings.id')
    .leftJoin('booking_contacts', 'booking_contacts.booking_id', 'bookings.id')
    .select(['users.name', 'users.email', 'email_confirmed_at', 'contact_name', 'contact_email', 'booking_contacts.email as own_contact'])
    .select((eb) => eb('users.password_hash', '=', '').as('is_named_by_staff'))
    .where('bookings.id', '=', bookingId)
    .executeTakeFirstOrThrow()
  // Nobody has signed in to this account; its name may have been chosen by staff.
  if (!row.email_confirmed_at)
    return { name: row.is_named_by_staff && !row.own_contact ? row.name : null, email: row.own_contact ?? row.email }
  const email = row.own_contact ?? row.contact_email ?? row.email
  const isOwn = email.toLowerCase() === row.email.toLowerCase()
  return { name: isOwn ? (row.contact_name ?? row.name) : null, email }
}

export function contactPhone(eb: ExpressionBuilder<DB, 'tour_bookings' | 'users'>) {
  return [
    eb.fn.coalesce('tour_bookings.journey_phone', 'users.phone').as('phone'),
    eb.fn.coalesce('tour_bookings.journey_phone_number', 'users.phone_number').as('phone_number'),
  ]
}

export function policyOf(
  booking: Pick<LockedBooking, 'full_refund_days' | 'partial_refund_days' | 'partial_refund_percentage'>,
): RefundPolicy {
  return {
    fullRefundDays: booking.full_refund_days,
    partialRefundDays: booking.partial_refund_days,
    partialRefundPercentage: booking.partial_refund_percentage,
  }
}

/** Position within the page, from 1. */
export interface Place {
  id: string
  place: number
}

/** Selects as many of a page's first vehicle bookings as fit into PAGE_BYTES, but at least one. */
export function selectWithinBytes(db: Database, page: Expression<Place>) {
  const weighed = db
    .selectFrom(sql<Place>`${page}`.as('page'))
    .innerJoin('vehicle_bookings', 'vehicle_bookings.booking_id', 'page.id')
    .select(['page.id', 'page.place'])
    .select(sql<number>`sum(item_bytes) over (order by page.place) - item_bytes`.as('bytes_before'))
    .as('weighed')
  return db.selectFrom(weighed).select(['weighed.id', 'weighed.place']).where('weighed.bytes_before', '<', PAGE_BYTES)
}

/** True until the booking's day is over in the time zone its days are counted in. */
export function isToCome(table: 'bookings' | 'last', { now, today }: { now: Date; today: Day }) {
  const [startsOn, timeZone] = [sql.ref(`${table}.starts_on`), sql.ref(`${table}.time_zone`)]
  return sql<boolean>`${startsOn} >= coalesce((${now}::timestamptz at time zone ${timeZone})::date, ${today}::date)`
}

/** `name` is an id, or a reference in any case. */
export async function findBookingId(db: Database, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('bookings')
    .select('id')
    .where((eb) => (isUuid(name) ? eb('id', '=', name) : eb('reference', '=', writtenCode(name))))
    .executeTakeFirst()
  return row?.id
}
