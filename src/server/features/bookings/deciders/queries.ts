import { sql, type RawBuilder } from 'kysely'
import type { Role } from '#shared/accounts/public.ts'
import { PAID_STATUSES, type BookingStatus } from '#shared/bookings/statuses.ts'
import { may, type Permission } from '#shared/accounts/permissions.ts'
import type { Database } from '#server/lib/db.ts'
import { notFound } from '#server/lib/errors.ts'
import { BOOKING_ACTIONS, type BookingAction } from '#shared/bookings/staff.ts'

/**
 * Returns a condition on `bookings`: made with this account, or with its address as the original or current contact, as
 * when someone books for themselves with a second account.
 */
export function isOwnBooking(userId: string): RawBuilder<boolean> {
  return sql<boolean>`(bookings.user_id = ${userId} or exists (
    select from users as decider
    left join booking_contacts on booking_contacts.booking_id = bookings.id
    left join vehicle_bookings on vehicle_bookings.booking_id = bookings.id
    where decider.id = ${userId}
      and lower(decider.email) in (lower(booking_contacts.email), lower(vehicle_bookings.contact_email))))`
}

export interface Decided {
  status: BookingStatus
  /** The booking is about to be cancelled automatically, with a full refund. */
  isDepartureCancelled: boolean
  payment: { leftCents: number } | undefined
}

/** Leaves out the payment. Throws 404. */
export async function findDecided(
  db: Database,
  bookingId: string,
  readerId: string,
): Promise<Omit<Decided, 'payment'> & { isOwn: boolean }> {
  const row = await db
    .selectFrom('bookings')
    .leftJoin('tour_bookings', 'booking_id', 'bookings.id')
    .leftJoin('departures', (join) =>
      join.onRef('departures.tour_id', '=', 'tour_bookings.tour_id').onRef('departures.departs_on', '=', 'tour_bookings.departs_on'),
    )
    .select(['status', 'departures.cancelled_at', isOwnBooking(readerId).as('is_own')])
    .where('bookings.id', '=', bookingId)
    .executeTakeFirst()
  if (!row) throw notFound('Booking')
  return { status: row.status, isOwn: row.is_own, isDepartureCancelled: row.cancelled_at !== null }
}

const PERMISSIONS: Record<BookingAction, Permission> = { cancel: 'bookings.cancel', goodwill: 'bookings.refund' }

function isPossible(action: BookingAction, { status, isDepartureCancelled, payment }: Decided): boolean {
  if (action === 'cancel') return status === 'confirmed' && !isDepartureCancelled
  return payment !== undefined && PAID_STATUSES.has(status) && payment.leftCents > 0
}

export function moneyActions(booking: Decided, by: Role): BookingAction[] {
  return BOOKING_ACTIONS.filter((action) => may(by, PERMISSIONS[action]) && isPossible(action, booking))
}
