import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { builtOnce, only } from '#server/lib/built-once.ts'
import type { Database, Trx } from '#server/lib/db.ts'

export interface LockedDeparture {
  capacity: number
  seats_taken: number
  blocked_at: Date | null
  cancelled_at: Date | null
}

const DEPARTURE_COLUMNS = ['capacity', 'seats_taken', 'blocked_at', 'cancelled_at'] as const

const lockingDeparture = builtOnce((db, { tourId, day }: { tourId: string; day: Day }) =>
  db
    .with('known', () =>
      db.selectFrom('departures').select(DEPARTURE_COLUMNS).where('tour_id', '=', tourId).where('departs_on', '=', day).forNoKeyUpdate(),
    )
    .with('made', (creator) =>
      creator
        .insertInto('departures')
        .columns(['tour_id', 'departs_on', 'capacity'])
        .expression(({ selectFrom, not, exists }) =>
          selectFrom('tours')
            .select(['id', sql<Day>`${day}::date`.as('departs_on'), 'max_people'])
            .where('id', '=', tourId)
            .where(not(exists(selectFrom('known').select('capacity'))))
            .forShare(),
        )
        // Changes nothing, but locks a row inserted concurrently.
        .onConflict((conflict) =>
          conflict.columns(['tour_id', 'departs_on']).doUpdateSet((eb) => ({ capacity: eb.ref('departures.capacity') })),
        )
        .returning(DEPARTURE_COLUMNS),
    )
    .selectFrom('known')
    .select(DEPARTURE_COLUMNS)
    .unionAll(({ selectFrom }) => selectFrom('made').select(DEPARTURE_COLUMNS)),
)

/**
 * Locks a departure, creating its row for the day's first booking. Everyone who wants seats on that day queues here. A
 * new row takes the tour's current seats; a concurrent change to those waits for this lock and then finds the row.
 */
export async function lockDeparture(trx: Trx, tourId: string, day: Day): Promise<LockedDeparture> {
  return only(await lockingDeparture(trx, { tourId, day }))
}

export function seatsLeft({ capacity, seats_taken }: LockedDeparture): number {
  return Math.max(0, capacity - seats_taken)
}

/**
 * Builds the statement that takes seats, on its own or as part of another. It does not check that they are available;
 * the check constraint is the backstop.
 */
export function takingSeats(db: Database, tourId: string, day: Day, seats: number) {
  return db
    .updateTable('departures')
    .set((eb) => ({ seats_taken: eb('seats_taken', '+', seats) }))
    .where('tour_id', '=', tourId)
    .where('departs_on', '=', day)
}

/** Returns false if not that many are left. */
export async function takeSeats(trx: Trx, tourId: string, day: Day, seats: number): Promise<boolean> {
  const updated = await takingSeats(trx, tourId, day, seats)
    .where((eb) => eb(eb('seats_taken', '+', seats), '<=', eb.ref('capacity')))
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

export async function releaseSeats(trx: Trx, tourId: string, day: Day, seats: number): Promise<void> {
  await trx
    .updateTable('departures')
    .set((eb) => ({ seats_taken: eb('seats_taken', '-', seats) }))
    .where('tour_id', '=', tourId)
    .where('departs_on', '=', day)
    .execute()
}
