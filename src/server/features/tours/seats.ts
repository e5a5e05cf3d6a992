import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { DayRange } from '#shared/months.ts'
import type { DaySeats } from '#shared/tours/month-seats.ts'
import { builtOnce, only } from '#server/lib/built-once.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { unindexed } from '#server/lib/unindexed.ts'

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

/** The number of seats that may be sold: 0 if staff have blocked the departure, null if there is no row. */
const FOR_SALE = sql<number | null>`case when departures.blocked_at is null then departures.capacity else 0 end`

/**
 * Returns the seats left for a tour on a day, or undefined if there is no such active tour. Seats that `userId` holds
 * unpaid count as left, because that person's next checkout for the day replaces the hold.
 */
export async function findSeatsLeft(
  db: Database,
  tourId: string,
  day: Day,
  userId = '',
): Promise<{ seatsLeft: number; maxPeople: number } | undefined> {
  const row = await db
    .selectFrom('tours')
    .leftJoin('departures', (join) => join.onRef('departures.tour_id', '=', 'tours.id').on('departures.departs_on', '=', day))
    .select(['max_people', 'seats_taken', FOR_SALE.as('capacity')])
    .select((eb) =>
      eb
        .selectFrom('tour_bookings')
        .innerJoin('bookings', 'bookings.id', 'tour_bookings.booking_id')
        .select((inner) => inner.fn.coalesce(inner.fn.sum<number>('guests'), inner.lit(0)).as('guests'))
        .whereRef('tour_bookings.tour_id', '=', 'tours.id')
        .where('tour_bookings.departs_on', '=', day)
        .where('bookings.user_id', '=', userId)
        .where(unindexed('bookings.status'), '=', 'pending')
        // Those of a slot would not all be free for a choice at another time.
        .where('slot_id', 'is', null)
        .as('own_guests'),
    )
    .where('tours.id', '=', tourId)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (!row) return undefined
  const taken = (row.seats_taken ?? 0) - (row.own_guests ?? 0)
  return { seatsLeft: Math.max(0, (row.capacity ?? row.max_people) - taken), maxPeople: row.max_people }
}

/**
 * Returns the days on which an active tour departs, with the seats left, or undefined if there is no such tour. As in
 * `findSeatsLeft`, seats that `userId` holds unpaid count as left for that person.
 */
export async function findMonthSeats(
  db: Database | Trx,
  tourId: string,
  { from, to }: DayRange,
  userId = '',
): Promise<DaySeats[] | undefined> {
  const { rows } = await sql<{ days: DaySeats[] }>`
    select array(
      select jsonb_build_object('date', day, 'seatsLeft', greatest(0,
        case when blocked_at is null then coalesce(capacity, max_people) else 0 end - coalesce(seats_taken, 0) + coalesce(own.guests, 0)))
      from (select generate_series(${from}::date, ${to}::date, interval '1 day')::date as day) as days
      left join departures on departures.tour_id = tours.id and departs_on = day and departs_on between ${from} and ${to}
      left join (
        select departs_on as day, sum(guests) as guests from bookings join tour_bookings on booking_id = bookings.id
        where user_id = ${userId} and status = 'pending' and slot_id is null and tour_id = ${tourId} and departs_on between ${from} and ${to}
        group by departs_on) as own using (day)
      where departs_on_day(run_weekdays, run_dates, run_rules, day)
      order by day) as days
    from tours where id = ${tourId} and is_active`.execute(db)
  return rows[0]?.days
}
