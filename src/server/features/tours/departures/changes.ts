import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { DayTimeFact } from '#shared/audit/facts.ts'
import { dayIn, type Day } from '#shared/dates.ts'
import * as calls from '#shared/tours/departure-calls.ts'
import type { SlotName } from '#shared/tours/departure-slots.ts'
import { departureId, type StaffDepartureDetails } from '#shared/tours/departures.ts'
import type { SoldTour } from '#shared/tours/offers/option-days.ts'
import { listAudit } from '#server/features/audit/audit.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { lockDeparture, type LockedDeparture } from '#server/features/tours/seats.ts'
import type { Actor } from '#server/lib/actors.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { staffRoleOf } from '#server/lib/guards.ts'
import type { Serving } from '#server/lib/serve.ts'
import { refuseTooFarAhead } from '#server/lib/travel-days.ts'
import { addUpDay, findOrMakeSlot, lockSlot, writeSlot } from './claims.ts'
import { getDepartureFor, hasDeparted, namedDeparture, type ListReserved } from './departures.ts'
import { findSelling, getSoldTour, plannedSlots } from './planned-slots.ts'

export function departureChangeCalls({ change }: Serving, deps: Deps, { listReservedSeats }: { listReservedSeats: ListReserved }): void {
  type Changing = { trx: Trx; actor: Actor; params: { id: string }; request: FastifyRequest }

  async function decide({ trx, actor, params, request }: Changing, make: (of: Change) => Promise<void>): Promise<StaffDepartureDetails> {
    const { tourId, day } = namedDeparture(params.id)
    refuseTooFarAhead(deps, day, 'date')
    const of = { tourId, day, actor, now: deps.now(), today: dayIn(deps.config.AGENCY_TIME_ZONE, deps.now()) }
    await make(of)
    return getDepartureFor(trx, of, staffRoleOf(request), listReservedSeats)
  }

  change(calls.setCapacity, async (given) => decide(given, async (of) => setCapacity(given.trx, of, given.body)))
  change(calls.setSlotCapacity, async (given) =>
    decide(given, async (of) => setSlotCapacity(given.trx, { ...of, ...given.body }, given.body)),
  )
  change(calls.closeSlot, async (given) => decide(given, async (of) => setSlotClosed(given.trx, { ...of, ...given.body }, true)))
  change(calls.openSlot, async (given) => decide(given, async (of) => setSlotClosed(given.trx, { ...of, ...given.body }, false)))
  change(calls.blockDeparture, async (given) => decide(given, async (of) => setBlocked(given.trx, of, true)))
  change(calls.unblockDeparture, async (given) => decide(given, async (of) => setBlocked(given.trx, of, false)))
}

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
async function setBlocked(trx: Trx, change: Change, isBlocked: boolean): Promise<void> {
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

/** Notes that staff have set seats of a locked day, so that it is listed although no one may have booked it. */
async function markChanged(trx: Trx, { tourId, day, now }: Change): Promise<void> {
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
async function setCapacity(trx: Trx, change: Change, seats: { capacity: number; seenCapacity: number }): Promise<void> {
  const { capacity, seenCapacity } = seats
  const departure = await lockForStaff(trx, change)
  if (await findSelling(trx, change.tourId)) throw new AppError('options_booked', BY_OPTIONS)
  if (departure.capacity === capacity) return
  const id = departureId(change.tourId, change.day)
  if (departure.capacity !== seenCapacity) throw await departureChanged(trx, id, departure.capacity)
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
async function departureChanged(trx: Trx, id: string, capacity: number): Promise<AppError> {
  const [latest] = await listAudit(trx, { limit: 1, action: 'departure.resized', subject: id })
  const who = latest?.actor?.name ?? 'Someone'
  return new AppError('departure_changed', `${who} has just changed this departure: it now has ${capacity} seats. Please check again.`)
}

type SlotChange = Change & SlotName

/**
 * Sets the seats that options share at one start time of a day. Throws the same errors as `lockForStaff`, 404 for a start time that the tour
 * does not have that day, 409 `sold_out` for fewer than are sold or held, and 409 `departure_changed` if the number seen is outdated.
 */
async function setSlotCapacity(trx: Trx, change: SlotChange, seats: { capacity: number; seenCapacity: number }): Promise<void> {
  const { tour, slot } = await lockSlotFor(trx, change)
  const { capacity, seenCapacity } = seats
  if (slot.capacity === capacity) return
  if (slot.capacity !== seenCapacity) throw await slotChanged(trx, change, slot)
  if (capacity < slot.seats_taken) {
    const when = change.startTime === null ? 'on this day' : `at ${change.startTime}`
    const taken = slot.seats_taken === 1 ? '1 seat is' : `${slot.seats_taken} seats are`
    throw new AppError('sold_out', `${taken} sold or held ${when}, so the capacity can’t be lower.`)
  }
  await writeSlot(trx, slot.id, {
    ...(slot.isClosed ? { capacity_when_open: capacity } : { capacity }),
    capacity_set_at: change.now,
  })
  await finish(trx, change, tour, { action: 'slot.resized', slotId: slot.id, before: { capacity: slot.capacity }, after: { capacity } })
}

/** Closes a start time of a day for sale or opens it again. Held seats are kept. Safe to repeat. Throws as `setSlotCapacity` does. */
async function setSlotClosed(trx: Trx, change: SlotChange, isClosed: boolean): Promise<void> {
  const { tour, slot } = await lockSlotFor(trx, change)
  if (slot.isClosed === isClosed) return
  await writeSlot(
    trx,
    slot.id,
    isClosed ? { capacity_when_open: slot.capacity } : { capacity: Math.max(slot.capacity, slot.seats_taken), capacity_when_open: null },
  )
  const action = isClosed ? 'slot.closed' : 'slot.opened'
  await finish(trx, change, tour, { action, slotId: slot.id, before: { isClosed: !isClosed }, after: { isClosed } })
}

/** A slot whose capacity is, if it is closed, the one that it has once it is open. */
interface LockedSlot {
  id: string
  capacity: number
  seats_taken: number
  isClosed: boolean
}

async function lockSlotFor(trx: Trx, change: SlotChange): Promise<{ tour: SoldTour; slot: LockedSlot }> {
  const { tourId, day, capacityGroup, startTime } = change
  await lockForStaff(trx, change)
  const startsAt = startTime ?? ''
  const tour = (await findSelling(trx, tourId)) && (await getSoldTour(trx, tourId))
  const isPlanned = tour && plannedSlots(tour, day).some((slot) => slot.capacityGroup === capacityGroup && slot.startsAt === startsAt)
  if (!isPlanned) throw notFound('Start time')
  const { id } = await findOrMakeSlot(trx, tour.selling, { tourId, day, capacityGroup, startsAt, seats: 0, extras: [] })
  const { capacity, seats_taken, capacity_when_open: whenOpen } = await lockSlot(trx, id)
  return { tour, slot: { id, capacity: whenOpen ?? capacity, seats_taken, isClosed: whenOpen !== null } }
}

interface Finished {
  action: 'slot.resized' | 'slot.closed' | 'slot.opened'
  slotId: string
  before: { capacity: number } | { isClosed: boolean }
  after: { capacity: number } | { isClosed: boolean }
}

async function finish(trx: Trx, change: SlotChange, tour: SoldTour, { action, slotId, before, after }: Finished): Promise<void> {
  await markChanged(trx, change)
  await addUpDay(trx, tour, change)
  const { tourId, day, actor, startTime } = change
  await recordAudit(trx, {
    actor,
    action,
    subject: { kind: 'departure', id: departureId(tourId, day) },
    before,
    after: { startTime: startTime === null ? 'whole_day' : (startTime.replace(':', '-') as DayTimeFact), slotId, ...after },
  })
}

/** Tells the second of two editors what the first has changed. */
async function slotChanged(trx: Trx, { tourId, day }: SlotChange, { id, capacity }: LockedSlot): Promise<AppError> {
  const entries = await listAudit(trx, { limit: 20, action: 'slot.resized', subject: departureId(tourId, day) })
  const who = entries.find(({ after }) => after?.['slotId'] === id)?.actor?.name ?? 'Someone'
  return new AppError('departure_changed', `${who} has just changed this start time: it now has ${capacity} seats. Please check again.`)
}
