import type { ExpressionBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { dayIn, momentIn, type Day } from '#shared/dates.ts'
import { tickDays, TICKS_UNTIL_DAYS_AFTER, type SeatAttendance } from '#shared/bookings/attendance.ts'
import type { DB } from '#server/lib/db-types.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'

export async function listAttendance(db: Database | Trx, tourId: string, day: Day): Promise<SeatAttendance[]> {
  const rows = await db
    .selectFrom('attendance_ticks')
    .innerJoin('bookings', 'bookings.id', 'attendance_ticks.booking_id')
    .innerJoin('tour_bookings', 'tour_bookings.booking_id', 'bookings.id')
    .leftJoin('users', 'users.id', 'ticked_by')
    .distinctOn(['attendance_ticks.booking_id', 'seat'])
    .select(['attendance_ticks.booking_id', 'seat', 'state', 'ticked_at', 'users.name', 'guide_name'])
    .where('tour_id', '=', tourId)
    .where('departs_on', '=', day)
    .where('bookings.status', '=', 'confirmed')
    .orderBy('attendance_ticks.booking_id')
    .orderBy('seat')
    .orderBy('ticked_at', 'desc')
    .orderBy('attendance_ticks.id', 'desc')
    .execute()
  return rows.map(({ booking_id, seat, state, ticked_at, name, guide_name }) => ({
    bookingId: booking_id,
    seat,
    state,
    tickedAt: ticked_at.toISOString(),
    by: guide_name ?? name ?? '',
  }))
}

/**
 * Returns the start of the day before the departure, in the agency's time zone. Throws 409 `attendance_closed` before
 * then, and from a week after the departure on, when ticks no longer record what somebody saw.
 */
export function ticksFrom({ config, now }: Pick<Deps, 'config' | 'now'>, day: Day): Date {
  const { first, last } = tickDays(day)
  const today = dayIn(config.AGENCY_TIME_ZONE, now())
  if (today < first) throw new AppError('attendance_closed', 'You can check travellers in from the day before departure.')
  if (today > last)
    throw new AppError('attendance_closed', `You can check travellers in until ${TICKS_UNTIL_DAYS_AFTER} days after departure.`)
  return momentIn(config.AGENCY_TIME_ZONE, `${first}T00:00`)
}

/** Selects a booking's ticks, oldest first, without their authors. */
export function ticksOf(eb: ExpressionBuilder<DB, 'bookings'>) {
  return jsonArrayFrom(
    eb
      .selectFrom('attendance_ticks')
      .select(['seat', 'state', 'ticked_at as at'])
      .whereRef('attendance_ticks.booking_id', '=', 'bookings.id')
      .orderBy('ticked_at')
      .orderBy('attendance_ticks.id'),
  ).as('ticks')
}
