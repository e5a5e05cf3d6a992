import type { DayTimeFact } from '#shared/audit/facts.ts'
import { departureId } from '#shared/tours/departures.ts'
import type { SlotName } from '#shared/tours/departure-slots.ts'
import type { SoldTour } from '#shared/tours/offers/option-days.ts'
import type { Trx } from '#server/lib/db.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { listAudit } from '#server/features/audit/audit.ts'
import { addUpDay, findOrMakeSlot, lockSlot, writeSlot } from '../slots/commands.ts'
import { plannedSlots } from '../slots/planned-slots.ts'
import { findSelling, getSoldTour } from '../slots/queries.ts'
import { lockForStaff, markChanged, type Change } from './commands.ts'

type SlotChange = Change & SlotName

/**
 * Sets the seats that options share at one start time of a day. Throws the same errors as `lockForStaff`, 404 for a start time that the tour
 * does not have that day, 409 `sold_out` for fewer than are sold or held, and 409 `departure_changed` if the number seen is outdated.
 */
export async function setSlotCapacity(trx: Trx, change: SlotChange, seats: { capacity: number; seenCapacity: number }): Promise<void> {
  const { tour, slot } = await lockSlotFor(trx, change)
  const { capacity, seenCapacity } = seats
  if (slot.capacity === capacity) return
  if (slot.capacity !== seenCapacity) throw await changedMeanwhile(trx, change, slot)
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
export async function setSlotClosed(trx: Trx, change: SlotChange, isClosed: boolean): Promise<void> {
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
async function changedMeanwhile(trx: Trx, { tourId, day }: SlotChange, { id, capacity }: LockedSlot): Promise<AppError> {
  const entries = await listAudit(trx, { limit: 20, action: 'slot.resized', subject: departureId(tourId, day) })
  const who = entries.find(({ after }) => after?.['slotId'] === id)?.actor?.name ?? 'Someone'
  return new AppError('departure_changed', `${who} has just changed this start time: it now has ${capacity} seats. Please check again.`)
}
