import { canBecome } from '#shared/bookings/public.ts'
import type { BookingStatus } from '#shared/bookings/statuses.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { freeCode } from '#server/features/codes/uses.ts'
import { release, retake } from './claims.ts'
import type { LockedBooking } from './records.ts'

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
