import type { Day } from '#shared/dates.ts'
import type { Trx } from '#server/lib/db.ts'

export interface LockedDeparture {
  capacity: number
  seats_taken: number
  blocked_at: Date | null
  cancelled_at: Date | null
}

/**
 * Locks the row of a departure until the transaction ends, creating it first if this is the day's first booking. All who
 * want seats on one day pass through here one after the other.
 */
export async function lockDeparture(trx: Trx, tourId: string, day: Day, capacity: number): Promise<LockedDeparture> {
  return (
    trx
      .insertInto('departures')
      .values({ tour_id: tourId, departs_on: day, capacity })
      // Changes nothing, but locks a row that already exists.
      .onConflict((conflict) =>
        conflict.columns(['tour_id', 'departs_on']).doUpdateSet((eb) => ({ capacity: eb.ref('departures.capacity') })),
      )
      .returning(['capacity', 'seats_taken', 'blocked_at', 'cancelled_at'])
      .executeTakeFirstOrThrow()
  )
}

/** Takes seats if that many are left. Returns whether they were. The departure's check constraint backs this up. */
export async function takeSeats(trx: Trx, tourId: string, day: Day, seats: number): Promise<boolean> {
  const updated = await trx
    .updateTable('departures')
    .set((eb) => ({ seats_taken: eb('seats_taken', '+', seats) }))
    .where('tour_id', '=', tourId)
    .where('departs_on', '=', day)
    .where((eb) => eb(eb('seats_taken', '+', seats), '<=', eb.ref('capacity')))
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** Gives seats back. */
export async function releaseSeats(trx: Trx, tourId: string, day: Day, seats: number): Promise<void> {
  await trx
    .updateTable('departures')
    .set((eb) => ({ seats_taken: eb('seats_taken', '-', seats) }))
    .where('tour_id', '=', tourId)
    .where('departs_on', '=', day)
    .execute()
}
