import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { computeOffer } from '#shared/tours/offers/compute.ts'
import { GUEST } from '#shared/tours/offers/simple-tours.ts'
import { listOwnBookingsOfTour } from '#server/features/my-bookings/tour-bookings.ts'
import { soldTour } from '#server/features/tours/departures/planned-slots.ts'
import { findOfferedTour } from '#server/features/tours/offered-tours.ts'
import { findSeatsLeft } from '#server/features/tours/seats.ts'
import { createDatabase, createPool, type Database } from '#server/lib/db.ts'
import { refreshActivityCounts } from '../../../../tests/support/activity-counts.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { holdSeats } from './checkout.ts'
import { listOpenSessions } from './sessions.ts'

const TOUR = 'kyoto-temples-and-tea'
/** Holds that were made since the tables were last analysed, each by an account of its own. */
const HOLDS = 2000
const COLUMNS =
  'id, reference, kind, user_id, title, total_cents, currency, starts_on, full_refund_days, partial_refund_days, partial_refund_percentage'
let site: TestApp
/** On one connection, whose readings are counted. */
let db: Database

beforeAll(async () => {
  site = await createTestApp()
  db = createDatabase(createPool(site.connection, 1, () => undefined))
  const days = (first: string) => `date '${first}' + n % 100`
  const booked = (name: string, first: string) =>
    `gen_random_uuid(), '${name}-' || n, 'tour', 'surge_' || n, 'Kyoto', 100000, 'usd', ${days(first)}, 30, 14, 50`
  const attempts = (status: string, session: string) =>
    `insert into payment_attempts (id, booking_id, status, amount_cents, currency, params, cancel_token, expires_at, session_id)
      select gen_random_uuid(), id, '${status}', 100000, 'usd', '{}', gen_random_uuid(), now() + interval '30 minutes', ${session}
      from bookings where status = '${status === 'complete' ? 'confirmed' : 'pending'}'`
  const seats = `insert into tour_bookings (booking_id, tour_id, departs_on, guests, unit_price_cents)
    select id, '${TOUR}', starts_on, 1, 100000 from bookings where not exists (select from tour_bookings where booking_id = bookings.id)`
  await site.asOwner(
    `insert into users (id, name, email, password_hash, role) select 'surge_' || n, 'Surge', 'surge' || n || '@example.test', 'none', 'customer' from generate_series(1, ${HOLDS}) as n`,
    `insert into sessions (id, user_id) select gen_random_uuid(), 'surge_' || n from generate_series(1, ${HOLDS}) as n`,
    `insert into departures (tour_id, departs_on, capacity) select '${TOUR}', ${days('2127-01-01')}, 10000 from generate_series(0, 99) as n`,
    `insert into departures (tour_id, departs_on, capacity) select '${TOUR}', ${days('2126-01-01')}, 10000 from generate_series(0, 99) as n`,
    `insert into bookings (${COLUMNS}, status, confirmed_at) select ${booked('past', '2126-01-01')}, 'confirmed', now() from generate_series(1, ${HOLDS}) as n`,
    seats,
    attempts('complete', "'cs_' || id"),
    'vacuum (analyze)',
    `insert into bookings (${COLUMNS}, status) select ${booked('hold', '2127-01-01')}, 'pending' from generate_series(1, ${HOLDS}) as n`,
    seats,
    attempts('creating', 'null'),
  )
})
afterAll(async () => {
  await db.destroy()
  await site.close()
})

async function fetched(): Promise<number> {
  await refreshActivityCounts(db)
  const { rows } = await sql<{ count: number }>`
    select sum(idx_tup_fetch + seq_tup_read)::integer as count from pg_stat_user_tables
    where relname in ('bookings', 'tour_bookings', 'payment_attempts', 'reservations')`.execute(db)
  return rows[0]?.count ?? 0
}

test('a checkout in the middle of thousands reads its own bookings, not everybody’s; so does the page before it', async () => {
  const tour = await findOfferedTour(db, TOUR)
  if (!tour) throw new Error('The demo tours are missing.')
  const day = '2127-09-01'
  const offer = computeOffer(soldTour(tour).selling, { day, units: { [GUEST]: 1 }, extras: {} }, day)
  if ('fault' in offer) throw new Error(offer.message)
  const sale = { tour, day, offer, pickup: null }
  const before = await fetched()
  for (let number = 1; number <= 8; number++) {
    const userId = `surge_${number}`
    const { id: sessionId } = await db.selectFrom('sessions').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow()
    const customer = { userId, sessionId, email: `surge${number}@example.test` }
    await findSeatsLeft(db, TOUR, day, customer.userId)
    await listOpenSessions(db, customer.userId, TOUR)
    await listOwnBookingsOfTour(db, { userId, now: new Date(), today: '2126-12-31', timeZone: 'Europe/London' }, TOUR)
    await db
      .transaction()
      .execute(async (trx) => holdSeats({ ...site.deps, db }, trx, customer, sale, 'price_surge', 'http://localhost:3000'))
  }
  expect((await fetched()) - before).toBeLessThan(500)
})
