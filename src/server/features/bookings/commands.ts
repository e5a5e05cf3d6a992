import { canBecome, type BookingKind, type BookingStatus } from '#shared/bookings.ts'
import type { Day } from '#shared/dates.ts'
import type { Currency } from '#shared/money.ts'
import type { Trx } from '#server/lib/db.ts'
import { notFound } from '#server/lib/errors.ts'
import { releaseSeats, takeSeats } from '#server/features/tours/commands.ts'

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
  /** Where its days are counted; null: by the agency's clocks. */
  time_zone: string | null
  /** When its sale ended; null where no time did that. */
  sale_ends_at: Date | null
  full_refund_days: number
  partial_refund_days: number
  partial_refund_percentage: number
}

/**
 * Keeps the account of a booking's owner from being deleted until the transaction ends. Returns whether it still exists.
 * Before the booking is locked, since a deletion takes them in this order too.
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

/** Spelled out, so that these two statements, the most frequent ones of a booking, are prepared once (lib/preparing-client.ts). */
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

/** Locks a booking until the transaction ends, whoever owns it. Throws 404. */
export async function lockBooking(trx: Trx, bookingId: string): Promise<LockedBooking> {
  const row = await trx.selectFrom('bookings').select(LOCKED).where('id', '=', bookingId).forUpdate().executeTakeFirst()
  if (!row) throw notFound('Booking')
  return row
}

/** Locks a person's own booking until the transaction ends. Throws 404 for unknown ids and for other people's bookings alike. */
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

/**
 * Confirms a booking. One whose hold has ended takes its seats again first; false when they are gone, or when the departure has been
 * cancelled.
 */
export async function confirmBooking(trx: Trx, booking: LockedBooking, now: Date): Promise<boolean> {
  if (!canBecome(booking.kind, booking.status, 'confirmed')) return false
  if (await isDepartureCancelled(trx, booking.id)) return false
  if (booking.status === 'expired' && !(await moveSeats(trx, booking, takeSeats))) return false
  await setStatus(trx, booking, 'confirmed', { confirmed_at: now, expired_at: null })
  return true
}

/** Returns whether the departure of a booking has been cancelled; it stays locked, so that this is still so when the transaction ends. */
export async function isDepartureCancelled(trx: Trx, bookingId: string): Promise<boolean> {
  const departure = await trx
    .selectFrom('tour_bookings')
    .innerJoin('departures', (join) =>
      join.onRef('departures.tour_id', '=', 'tour_bookings.tour_id').onRef('departures.departs_on', '=', 'tour_bookings.departs_on'),
    )
    .select('cancelled_at')
    .where('booking_id', '=', bookingId)
    .forNoKeyUpdate('departures')
    .executeTakeFirst()
  return Boolean(departure?.cancelled_at)
}

/**
 * Ends an unpaid hold and gives its seats back; nothing happens to a booking that is no longer pending. A quote holds
 * no seats: it outlives the card page, until its own day.
 */
export async function endHold(trx: Trx, booking: LockedBooking, now: Date): Promise<void> {
  if (booking.kind !== 'tour' || !canBecome(booking.kind, booking.status, 'expired')) return
  await setStatus(trx, booking, 'expired', { expired_at: now })
  await moveSeats(trx, booking, releaseSeats)
}

/** Cancels a confirmed booking and gives its seats back. */
export async function cancelBooking(trx: Trx, booking: LockedBooking, reason: string, now: Date): Promise<void> {
  await setStatus(trx, booking, 'cancelled', { cancelled_at: now, cancel_reason: reason })
  await moveSeats(trx, booking, releaseSeats)
}

interface StatusChange {
  /** With an approval: the price that is to be paid from now on. */
  total_cents?: number
  approved_at?: Date
  declined_at?: Date
  withdrawn_at?: Date
  completed_at?: Date
  confirmed_at?: Date
  expired_at?: Date | null
  cancelled_at?: Date
  cancel_reason?: string
}

/** Moves a locked booking along its life cycle. A step that the table does not know is a mistake of ours: it throws. */
export async function setStatus(trx: Trx, booking: LockedBooking, status: BookingStatus, change: StatusChange): Promise<void> {
  if (!canBecome(booking.kind, booking.status, status)) throw new Error(`A ${booking.status} booking cannot become ${status}.`)
  await trx
    .updateTable('bookings')
    .set({ status, ...change })
    .where('id', '=', booking.id)
    .where('status', '=', booking.status)
    .execute()
}

async function moveSeats<T>(
  trx: Trx,
  booking: LockedBooking,
  move: (trx: Trx, tourId: string, day: Day, seats: number) => Promise<T>,
): Promise<T | true> {
  if (booking.kind !== 'tour') return true
  const facts = await trx
    .selectFrom('tour_bookings')
    .select(['tour_id', 'departs_on', 'guests'])
    .where('booking_id', '=', booking.id)
    .executeTakeFirstOrThrow()
  return move(trx, facts.tour_id, facts.departs_on, facts.guests)
}
