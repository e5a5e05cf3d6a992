import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Trx } from '#server/lib/db.ts'

/** Makes the provider's price of one tour, whose own price has changed: `{ tourId }`. */
export const PRICE_CHANGED_JOB = 'tours.price-changed'

export interface LockedDeparture {
  capacity: number
  seats_taken: number
  blocked_at: Date | null
  cancelled_at: Date | null
}

/**
 * Locks the row of a departure until the transaction ends, creating it first if this is the day's first booking. All who
 * want seats on one day pass through here one after the other. A new row gets the tour's seats as they are now; whoever changes
 * them waits for us, and then finds it.
 */
export async function lockDeparture(trx: Trx, tourId: string, day: Day): Promise<LockedDeparture> {
  const columns = ['capacity', 'seats_taken', 'blocked_at', 'cancelled_at'] as const
  const known = await trx
    .selectFrom('departures')
    .select(columns)
    .where('tour_id', '=', tourId)
    .where('departs_on', '=', day)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (known) return known
  return (
    trx
      .insertInto('departures')
      .columns(['tour_id', 'departs_on', 'capacity'])
      .expression((eb) =>
        eb
          .selectFrom('tours')
          .select(['id', sql<Day>`${day}::date`.as('departs_on'), 'max_people'])
          .where('id', '=', tourId)
          .forShare(),
      )
      // Changes nothing, but locks a row that already exists.
      .onConflict((conflict) =>
        conflict.columns(['tour_id', 'departs_on']).doUpdateSet((eb) => ({ capacity: eb.ref('departures.capacity') })),
      )
      .returning(columns)
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
