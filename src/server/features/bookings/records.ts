import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { BookingKind, RefundPolicy } from '#shared/bookings/public.ts'
import type { BookingStatus } from '#shared/bookings/statuses.ts'
import type { Day } from '#shared/dates.ts'
import type { Currency } from '#shared/money.ts'
import { writtenCode } from '#shared/written-codes.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { notFound } from '#server/lib/errors.ts'
import { isUuid } from '#server/lib/uuids.ts'

// Leaves out letters and digits that are easily confused when read out over the phone.
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns one of about 6.5 × 10¹¹ random references, such as `M-7K3P9XQD`. */
export function createReference(): string {
  return `M-${Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`
}

export interface LockedBooking {
  id: string
  reference: string
  kind: BookingKind
  user_id: string
  status: BookingStatus
  title: string
  total_cents: number
  currency: Currency
  starts_on: Day
  /** The zone the booking's days are counted in; null for the agency's. */
  time_zone: string | null
  /** Null when the tour sets no end of sale. */
  sale_ends_at: Date | null
  full_refund_days: number
  partial_refund_days: number
  partial_refund_percentage: number
}

/**
 * Locks the owner's account against deletion; returns false if it is gone. Call before locking the booking, because
 * deletion locks in this order too.
 */
export async function lockOwner(trx: Trx, bookingId: string): Promise<boolean> {
  const owner = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', (eb) => eb.selectFrom('bookings').select('user_id').where('bookings.id', '=', bookingId))
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  return owner !== undefined
}

/** Listed explicitly so that these two statements, the most frequent ones on a booking, are prepared once (lib/preparing-client.ts). */
const LOCKED = [
  'id',
  'reference',
  'kind',
  'user_id',
  'status',
  'title',
  'total_cents',
  'currency',
  'starts_on',
  'time_zone',
  'sale_ends_at',
  'full_refund_days',
  'partial_refund_days',
  'partial_refund_percentage',
] as const

/** Throws 404. */
export async function lockBooking(trx: Trx, bookingId: string): Promise<LockedBooking> {
  const row = await trx.selectFrom('bookings').select(LOCKED).where('id', '=', bookingId).forUpdate().executeTakeFirst()
  if (!row) throw notFound('Booking')
  return row
}

/** Throws 404 both for an unknown id and for someone else's booking. */
export async function lockOwnBooking(trx: Trx, userId: string, bookingId: string): Promise<LockedBooking> {
  const row = await trx
    .selectFrom('bookings')
    .select(LOCKED)
    .where('id', '=', bookingId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('Booking')
  return row
}

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

export function policyOf(
  booking: Pick<LockedBooking, 'full_refund_days' | 'partial_refund_days' | 'partial_refund_percentage'>,
): RefundPolicy {
  return {
    fullRefundDays: booking.full_refund_days,
    partialRefundDays: booking.partial_refund_days,
    partialRefundPercentage: booking.partial_refund_percentage,
  }
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
