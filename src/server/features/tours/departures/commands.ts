import { sql } from 'kysely'
import { departureId } from '#shared/tours/departures.ts'
import type { Day } from '#shared/dates.ts'
import type { Trx } from '#server/lib/db.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { type Actor } from '#server/lib/actors.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { listAudit } from '#server/features/audit/audit.ts'
import { hasDeparted } from './queries.ts'
import { lockDeparture, type LockedDeparture } from '../commands.ts'
import { findSelling } from '../slots/queries.ts'

export interface Change {
  tourId: string
  day: Day
  actor: Actor
  now: Date
  /** In the agency's time zone. */
  today: Day
}

/**
 * Locks a departure for a change by staff. Throws 404 for an unknown tour and for an unbooked day on which it does not
 * run, 400 `date_in_past`, and 409 `departure_cancelled` unless `orCancelled`.
 */
export async function lockForStaff(trx: Trx, { tourId, day, today, now }: Change, orCancelled = false): Promise<LockedDeparture> {
  const known = await trx
    .selectFrom('tours')
    .leftJoin('departures', (join) => join.onRef('departures.tour_id', '=', 'tours.id').on('departs_on', '=', day))
    .select('sale_ends_zone')
    .where('id', '=', tourId)
    .where(sql<boolean>`(departs_on is not null or departs_on_day(run_weekdays, run_dates, run_rules, ${day}::date))`)
    .executeTakeFirst()
  if (!known) throw notFound('Departure')
  const { sale_ends_zone: timeZone } = known
  if (hasDeparted(day, timeZone, today, now)) throw new AppError('date_in_past', 'This departure has already left.')
  const departure = await lockDeparture(trx, tourId, day)
  if (departure.cancelled_at && !orCancelled) {
    throw new AppError('departure_cancelled', 'This departure has been cancelled and can’t be reinstated. Please choose another date.')
  }
  return departure
}

/** Held seats are kept. Safe to repeat. Throws the same errors as `lockForStaff`. */
export async function setBlocked(trx: Trx, change: Change, isBlocked: boolean): Promise<void> {
  const departure = await lockForStaff(trx, change)
  if ((departure.blocked_at !== null) === isBlocked) return
  const { tourId, day, actor, now } = change
  await trx
    .updateTable('departures')
    .set({ blocked_at: isBlocked ? now : null })
    .where('tour_id', '=', tourId)
    .where('departs_on', '=', day)
    .execute()
  await recordAudit(trx, {
    actor,
    action: isBlocked ? 'departure.blocked' : 'departure.unblocked',
    subject: { kind: 'departure', id: departureId(tourId, day) },
    before: { isBlocked: !isBlocked },
    after: { isBlocked },
  })
}

/** Notes that staff have set seats of a locked day, so that it is listed although nobody may have booked it. */
export async function markChanged(trx: Trx, { tourId, day, now }: Change): Promise<void> {
  await trx.updateTable('departures').set({ capacity_set_at: now }).where('tour_id', '=', tourId).where('departs_on', '=', day).execute()
}

/** Closes a locked departure for good: nothing on it is sold or confirmed any more. */
export async function closeDeparture(trx: Trx, { tourId, day, now }: Change): Promise<void> {
  await trx
    .updateTable('departures')
    .set((eb) => ({ cancelled_at: now, blocked_at: eb.fn.coalesce('blocked_at', eb.val(now)) }))
    .where('tour_id', '=', tourId)
    .where('departs_on', '=', day)
    .execute()
}

const BY_OPTIONS = 'This tour’s seats are sold by start time. Set the seats for a start time instead.'

/**
 * Throws the same errors as `lockForStaff`, 409 `options_booked` for a tour with options, 409 `sold_out` for fewer than are sold or held, and
 * 409 `departure_changed` if the number seen is outdated.
 */
export async function setCapacity(trx: Trx, change: Change, seats: { capacity: number; seenCapacity: number }): Promise<void> {
  const { capacity, seenCapacity } = seats
  const departure = await lockForStaff(trx, change)
  if (await findSelling(trx, change.tourId)) throw new AppError('options_booked', BY_OPTIONS)
  if (departure.capacity === capacity) return
  const id = departureId(change.tourId, change.day)
  if (departure.capacity !== seenCapacity) throw await changedMeanwhile(trx, id, departure.capacity)
  if (capacity < departure.seats_taken) {
    throw new AppError('sold_out', `${departure.seats_taken} seats are sold or held, so the capacity can’t be lower.`)
  }
  await trx
    .updateTable('departures')
    .set({ capacity, capacity_set_at: change.now })
    .where('tour_id', '=', change.tourId)
    .where('departs_on', '=', change.day)
    .execute()
  await recordAudit(trx, {
    actor: change.actor,
    action: 'departure.resized',
    subject: { kind: 'departure', id },
    before: { capacity: departure.capacity },
    after: { capacity },
  })
}

/**
 * Gives upcoming departures their tour's current number of seats, except where staff have set it, and never fewer than
 * are sold or held. The tour must be locked.
 */
export async function resizeDepartures(trx: Trx, tourId: string, maxPeople: number, today: Day): Promise<void> {
  await trx
    .updateTable('departures')
    .set({ capacity: sql<number>`greatest(${maxPeople}::integer, seats_taken)` })
    .where('tour_id', '=', tourId)
    .where('departs_on', '>=', today)
    .where('capacity_set_at', 'is', null)
    .execute()
}

/** Tells the second of two editors what the first has changed. */
async function changedMeanwhile(trx: Trx, id: string, capacity: number): Promise<AppError> {
  const [latest] = await listAudit(trx, { limit: 1, action: 'departure.resized', subject: id })
  const who = latest?.actor?.name ?? 'Someone'
  return new AppError('departure_changed', `${who} has just changed this departure: it now has ${capacity} seats. Please check again.`)
}
