import type { ExpressionBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { tickDays, TICKS_UNTIL_DAYS_AFTER, type Attendance, type SeatAttendance, type Tick } from '#shared/bookings/attendance.ts'
import { dayIn, momentIn, type Day } from '#shared/dates.ts'
import * as calls from '#shared/tours/departure-calls.ts'
import type { Actor } from '#server/lib/actors.ts'
import type { DB } from '#server/lib/db-types.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Serving } from '#server/lib/serve.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { namedDeparture } from '#server/features/tours/departures/departures.ts'
import { getManifestTour } from './manifest.ts'

export function attendanceCalls({ change }: Serving, deps: Deps): void {
  change(calls.tickDeparture, async ({ trx, actor, params, body }) => {
    const departure = namedDeparture(params.id)
    await getManifestTour(trx, departure.tourId)
    return keepTicks(deps, trx, { ...departure, actor, ticker: actor }, body.ticks)
  })
}

type Ticker = { accountId: string } | { linkId: string; name: string }

interface Ticking {
  tourId: string
  day: Day
  actor: Actor
  ticker: Ticker
}

/**
 * Stores each tick once and returns the attendance. The tick with the latest time of its own decides a seat, in whatever
 * order they arrive; all are audited. Throws 409 `attendance_closed`.
 */
export async function keepTicks(
  deps: Pick<Deps, 'config' | 'now'>,
  trx: Trx,
  ticking: Ticking,
  ticks: readonly Tick[],
): Promise<Attendance> {
  const { tourId, day } = ticking
  const unknown: string[] = []
  if (ticks.length > 0) {
    const bounds = { from: ticksFrom(deps, day), to: deps.now() }
    const seats = await lockSeats(trx, ticking, ticks)
    for (const tick of ticks) {
      if (tick.seat <= (seats.get(tick.bookingId.toLowerCase()) ?? 0)) await keepTick(trx, ticking, tick, bounds)
      else unknown.push(tick.id)
    }
  }
  return { unknown, attendance: await listAttendance(trx, tourId, day) }
}

/**
 * Returns the start of the day before the departure, in the agency’s time zone. Throws 409 `attendance_closed` before
 * then, and from a week after the departure on, when ticks no longer record what someone saw.
 */
function ticksFrom({ config, now }: Pick<Deps, 'config' | 'now'>, day: Day): Date {
  const { first, last } = tickDays(day)
  const today = dayIn(config.AGENCY_TIME_ZONE, now())
  if (today < first) throw new AppError('attendance_closed', 'You can check travellers in from the day before departure.')
  if (today > last)
    throw new AppError('attendance_closed', `You can check travellers in until ${TICKS_UNTIL_DAYS_AFTER} days after departure.`)
  return momentIn(config.AGENCY_TIME_ZONE, `${first}T00:00`)
}

/** Locks the ticked bookings and returns their seat counts, including cancelled ones: someone ticking offline could not know. */
async function lockSeats(trx: Trx, { tourId, day }: Ticking, ticks: readonly Tick[]): Promise<ReadonlyMap<string, number>> {
  const rows = await trx
    .selectFrom('bookings')
    .innerJoin('tour_bookings', 'booking_id', 'bookings.id')
    .select(['bookings.id', 'guests'])
    .where('bookings.id', 'in', [...new Set(ticks.map(({ bookingId }) => bookingId))])
    .where('tour_id', '=', tourId)
    .where('departs_on', '=', day)
    .where('bookings.status', 'in', ['confirmed', 'cancelled'])
    .orderBy('bookings.id')
    .forNoKeyUpdate('bookings')
    .execute()
  return new Map(rows.map(({ id, guests }) => [id, guests]))
}

async function keepTick(trx: Trx, { actor, ticker }: Ticking, tick: Tick, { from, to }: { from: Date; to: Date }): Promise<void> {
  const { id, bookingId, seat, state } = tick
  const tickedAt = new Date(Math.min(Math.max(Date.parse(tick.tickedAt), from.getTime()), to.getTime()))
  const last = await trx
    .selectFrom('attendance_ticks')
    .select(['id', 'state', 'ticked_at'])
    .where('booking_id', '=', bookingId)
    .where('seat', '=', seat)
    .orderBy('ticked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const by = 'accountId' in ticker ? { ticked_by: ticker.accountId } : { guide_link_id: ticker.linkId, guide_name: ticker.name }
  const kept = await trx
    .insertInto('attendance_ticks')
    .values({ id, booking_id: bookingId, seat, state, ticked_at: tickedAt, received_at: to, ...by })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  // A retry after a lost response.
  if (!kept) return
  const isLate = last !== undefined && (last.ticked_at > tickedAt || (+last.ticked_at === +tickedAt && last.id > kept.id))
  await recordAudit(trx, {
    actor,
    action: isLate ? 'attendance.superseded' : 'attendance.ticked',
    subject: { kind: 'booking', id: bookingId },
    ...(last && !isLate && { before: { attendance: last.state } }),
    after: {
      seat,
      attendance: state,
      secondsAgo: Math.round((to.getTime() - tickedAt.getTime()) / 1000),
      ...('linkId' in ticker && { guideLinkId: ticker.linkId }),
    },
  })
}

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
