import { sql, type RawBuilder } from 'kysely'
import { may, type Permission } from '#shared/accounts/permissions.ts'
import type { Role } from '#shared/accounts/public.ts'
import { BOOKING_ACTIONS, type BookingAction } from '#shared/bookings/staff.ts'
import { PAID_STATUSES, type BookingStatus } from '#shared/bookings/statuses.ts'
import type { Actor } from '#server/lib/actors.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { notFound, AppError } from '#server/lib/errors.ts'
import { hasColleagueWho } from '#server/features/accounts/people/staff.ts'

/**
 * Returns a condition on `bookings`: made with this account, or with its address as the original or current contact, as
 * when someone books for themselves with a second account.
 */
function isOwnBooking(userId: string): RawBuilder<boolean> {
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

/**
 * Keeps staff from deciding about the money of their own bookings. If no one else may either, they use the command line, which records
 * them. Throws 403 `own_booking`.
 */
export async function refuseOwnBooking(trx: Trx, actor: Actor, bookingId: string, permission: Permission): Promise<void> {
  const { accountId } = actor
  if (accountId === null) return
  const own = await trx.selectFrom('bookings').select('id').where('id', '=', bookingId).where(isOwnBooking(accountId)).executeTakeFirst()
  if (own) await refuseUnlessAlone(trx, actor, permission, 'This is your own booking')
}

/** Keeps staff from cancelling a departure they are booked on, since that refunds in full where the policy might not. */
export async function refuseOwnDeparture(trx: Trx, actor: Actor, { tourId, day }: { tourId: string; day: string }): Promise<void> {
  const { accountId } = actor
  if (accountId === null) return
  const own = await trx
    .selectFrom('bookings')
    .innerJoin('tour_bookings', 'booking_id', 'bookings.id')
    .select('bookings.id')
    .where('tour_id', '=', tourId)
    .where('departs_on', '=', day)
    .where('status', 'in', ['pending', 'confirmed'])
    .where(isOwnBooking(accountId))
    .limit(1)
    .executeTakeFirst()
  if (own) await refuseUnlessAlone(trx, actor, 'departures.cancel', 'You’re booked on this departure yourself')
}

async function refuseUnlessAlone(trx: Trx, { accountId, via }: Actor, permission: Permission, why: string): Promise<void> {
  const hasColleague = await hasColleagueWho(trx, accountId ?? '', permission)
  if (via === 'command_line' && !hasColleague) return
  const what = hasColleague
    ? via === 'site'
      ? 'a colleague must decide.'
      : 'someone else must decide: name them with --by.'
    : 'you can’t decide here. As no one else can, use the command line (npm run bookings, quotes or tasks), where it’s recorded as your decision.'
  throw new AppError('own_booking', `${why}: ${what}`)
}
