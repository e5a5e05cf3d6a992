import type { Permission } from '#shared/accounts/permissions.ts'
import type { Trx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { hasColleagueWho } from '#server/features/accounts/people/staff.ts'
import type { Actor } from '#server/lib/actors.ts'
import { isOwnBooking } from './queries.ts'

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
