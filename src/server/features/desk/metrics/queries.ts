import { sql } from 'kysely'
import type { Database } from '#server/lib/db.ts'

/** Counts the card pages on which somebody can still pay. */
export async function countOpenCheckouts(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('payment_attempts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', 'in', ['creating', 'open'])
    .executeTakeFirstOrThrow()
  return count
}

/** Counts the seats of bookings that are not paid yet. */
export async function countHeldSeats(db: Database): Promise<number> {
  const { rows } = await sql<{ seats: number }>`
    select coalesce(sum(coalesce(seats, guests)), 0) as seats from bookings join tour_bookings on booking_id = bookings.id
    where bookings.status = 'pending' and kind = 'tour'`.execute(db)
  return rows[0]?.seats ?? 0
}
