import type { BookingStatus } from '#shared/bookings/statuses.ts'
import { canBecome, type BookingKind } from '#shared/bookings/public.ts'
import type { Day } from '#shared/dates.ts'
import type { Currency } from '#shared/money.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { notFound } from '#server/lib/errors.ts'
import { freeCode } from '#server/features/codes/uses.ts'
import { release, retake } from './claims/commands.ts'

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

/** Confirms a booking, first retaking its seats if its hold has ended. Returns false when they are gone or the departure is cancelled. */
export async function confirmBooking(trx: Trx, booking: LockedBooking, now: Date): Promise<boolean> {
  if (!canBecome(booking.kind, booking.status, 'confirmed')) return false
  if (await isDepartureCancelled(trx, booking.id)) return false
  if (booking.kind === 'tour' && booking.status === 'expired' && !(await retake(trx, booking.id))) return false
  await setStatus(trx, booking, 'confirmed', { confirmed_at: now, expired_at: null })
  return true
}

/** Makes a confirmed booking wait for its payment again; a tour's seats stay taken. */
export async function reopenBooking(trx: Trx, booking: LockedBooking): Promise<void> {
  await setStatus(trx, booking, booking.kind === 'tour' ? 'pending' : 'approved', { confirmed_at: null })
}

/** Selects the departure that a booking is for. */
export function departureOf(db: Database | Trx, bookingId: string) {
  return db
    .selectFrom('tour_bookings')
    .innerJoin('departures', (join) =>
      join.onRef('departures.tour_id', '=', 'tour_bookings.tour_id').onRef('departures.departs_on', '=', 'tour_bookings.departs_on'),
    )
    .select('cancelled_at')
    .where('booking_id', '=', bookingId)
}

/** Also locks the departure, so that the answer holds until the transaction ends. */
export async function isDepartureCancelled(trx: Trx, bookingId: string): Promise<boolean> {
  const departure = await departureOf(trx, bookingId).forNoKeyUpdate('departures').executeTakeFirst()
  return Boolean(departure?.cancelled_at)
}

/**
 * Ends an unpaid hold and releases its seats; does nothing if the booking is no longer pending. A quote holds no seats
 * and outlives its card page, until its own expiry date.
 */
export async function endHold(trx: Trx, booking: LockedBooking, now: Date): Promise<void> {
  if (booking.kind !== 'tour' || !canBecome(booking.kind, booking.status, 'expired')) return
  await setStatus(trx, booking, 'expired', { expired_at: now })
  await release(trx, booking.id)
  await freeCode(trx, booking.id, now)
}

export async function cancelBooking(trx: Trx, booking: LockedBooking, reason: string, now: Date): Promise<void> {
  await setStatus(trx, booking, 'cancelled', { cancelled_at: now, cancel_reason: reason })
  if (booking.kind !== 'tour') return
  await release(trx, booking.id)
  // What was paid for stays used, unless the agency cancels.
  if (booking.status === 'pending') await freeCode(trx, booking.id, now)
}

interface StatusChange {
  /** Set on approval: the price to pay from then on. */
  total_cents?: number
  approved_at?: Date
  declined_at?: Date
  withdrawn_at?: Date
  completed_at?: Date
  confirmed_at?: Date | null
  expired_at?: Date | null
  cancelled_at?: Date
  cancel_reason?: string
}

/** Throws a plain Error for an impossible transition, which is a bug. */
export async function setStatus(trx: Trx, booking: LockedBooking, status: BookingStatus, change: StatusChange): Promise<void> {
  if (!canBecome(booking.kind, booking.status, status)) throw new Error(`A ${booking.status} booking cannot become ${status}.`)
  await trx
    .updateTable('bookings')
    .set({ status, ...change })
    .where('id', '=', booking.id)
    .where('status', '=', booking.status)
    .execute()
}
