import { randomUUID } from 'node:crypto'
import { canBecome, tourTotalCents, type BookingKind, type BookingStatus } from '#shared/bookings.ts'
import { addDays, type Day } from '#shared/dates.ts'
import type { Trx } from '#server/lib/db.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { releaseSeats, takeSeats } from '../tours/commands.ts'
import type { OfferedTour } from '../tours/queries.ts'
import { createReference } from './reference.ts'

/** Our own answer of payments §2.10: below it, in minor units, the provider refuses every payment. */
export const PROVIDER_MINIMUM_CENTS = 50

export interface LockedBooking {
  id: string
  reference: string
  kind: BookingKind
  user_id: string
  status: BookingStatus
  title: string
  total_cents: number
  currency: 'usd' | 'gbp' | 'inr'
  starts_on: Day
  full_refund_days: number
  partial_refund_days: number
  partial_refund_percentage: number
}

/** Makes a pending booking at today's price and refund policy. Its seats must have been taken in this transaction. */
export async function createTourBooking(
  trx: Trx,
  userId: string,
  tour: OfferedTour,
  day: Day,
  guests: number,
): Promise<{ id: string; reference: string; totalCents: number }> {
  const id = randomUUID()
  const reference = createReference()
  const totalCents = tourTotalCents(tour.base_price_cents, guests)
  await trx
    .insertInto('bookings')
    .values({
      id,
      reference,
      kind: 'tour',
      user_id: userId,
      status: 'pending',
      title: tour.name,
      total_cents: totalCents,
      currency: tour.currency,
      starts_on: day,
      full_refund_days: tour.full_refund_days,
      partial_refund_days: tour.partial_refund_days,
      partial_refund_percentage: tour.partial_refund_percentage,
    })
    .execute()
  await trx
    .insertInto('tour_bookings')
    .values({ booking_id: id, tour_id: tour.id, departs_on: day, guests, unit_price_cents: tour.base_price_cents })
    .execute()
  return { id, reference, totalCents }
}

/** Locks a booking until the transaction ends. Throws 404. With `userId`, only the owner's. */
export async function lockBooking(trx: Trx, bookingId: string, userId?: string): Promise<LockedBooking> {
  let query = trx.selectFrom('bookings').selectAll().where('id', '=', bookingId)
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  const row = await query.forUpdate().executeTakeFirst()
  if (!row) throw notFound('Booking')
  return row
}

/**
 * Confirms a booking. One whose hold has ended takes its seats again first; false when they are gone.
 */
export async function confirmBooking(trx: Trx, booking: LockedBooking, now: Date): Promise<boolean> {
  if (!canBecome(booking.kind, booking.status, 'confirmed')) return false
  if (booking.status === 'expired' && !(await moveSeats(trx, booking, takeSeats))) return false
  await setStatus(trx, booking, 'confirmed', { confirmed_at: now, expired_at: null })
  return true
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

/** Vehicle bookings whose day is over are completed; how many. Tours stay as they are. */
export async function completeVehicleBookings(trx: Trx, today: Day, timeZone: string, now: Date): Promise<number> {
  const rows = await trx
    .selectFrom('bookings')
    .innerJoin('vehicle_bookings', 'booking_id', 'bookings.id')
    .selectAll('bookings')
    .where('kind', '=', 'vehicle')
    .where('status', '=', 'confirmed')
    // The day before in UTC narrows by what is stored; the agency's own day decides.
    .where('dropoff_at', '<', new Date(`${addDays(today, 1)}T00:00:00Z`))
    .where((eb) => eb(eb.cast<string>(eb.fn('timezone', [eb.val(timeZone), 'dropoff_at']), 'date'), '<', today))
    .orderBy('bookings.id')
    .forUpdate('bookings')
    .execute()
  for (const booking of rows) await setStatus(trx, booking, 'completed', { completed_at: now })
  return rows.length
}

/** Leaves word for the staff on a booking; what was said before stays. */
export async function flagForStaff(trx: Trx, bookingId: string, message: string): Promise<void> {
  await trx
    .updateTable('bookings')
    .set((eb) => ({
      staff_flag: eb.fn<string>('concat_ws', [eb.val('\n'), eb.ref('staff_flag'), eb.cast<string>(eb.val(message), 'text')]),
    }))
    .where('id', '=', bookingId)
    .execute()
}

/** Stores the travellers' names of the person's own booking. Throws 404, and 400 for more names than travellers. */
export async function setTravellers(trx: Trx, userId: string, bookingId: string, names: string[]): Promise<void> {
  await lockBooking(trx, bookingId, userId)
  const stored = await trx
    .updateTable('tour_bookings')
    .set({ traveller_names: names })
    .where('booking_id', '=', bookingId)
    .where('guests', '>=', names.length)
    .executeTakeFirst()
  if (stored.numUpdatedRows === 1n) return
  const message = 'That is more names than travellers'
  throw new AppError('validation_failed', message, { issues: [{ path: 'names', message }] })
}

interface StatusChange {
  /** With an approval: the price that is to be paid from now on. */
  total_cents?: number
  approved_at?: Date
  declined_at?: Date
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
