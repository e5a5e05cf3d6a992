import type { Attendance, Tick } from '#shared/bookings/attendance.ts'
import type { Day } from '#shared/dates.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { type Actor } from '#server/lib/actors.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { listAttendance, ticksFrom } from './queries.ts'

type Ticker = { accountId: string } | { linkId: string; name: string }

export interface Ticking {
  tourId: string
  day: Day
  actor: Actor
  ticker: Ticker
}

type Seats = ReadonlyMap<string, number>

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

/** Locks the ticked bookings and returns their seat counts, including cancelled ones: someone ticking offline could not know. */
async function lockSeats(trx: Trx, { tourId, day }: Ticking, ticks: readonly Tick[]): Promise<Seats> {
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
