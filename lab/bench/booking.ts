// Compares holding and booking with pgbench, using the same statements on the same PostgreSQL: node lab/bench/booking.ts
import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '../../packages/embedded-postgres/launcher.ts'
import { createServer } from '../../src/server/app.ts'
import { loadConfig } from '../../src/server/config.ts'
import { createDeps } from '../../src/server/create-deps.ts'
import { holdSeats, type Customer } from '../../src/server/features/checkout/checkout.ts'
import { soldTour } from '../../src/server/features/tours/departures/planned-slots.ts'
import { findOfferedTour } from '../../src/server/features/tours/offered-tours.ts'
import { prepareDatabase } from '../../src/server/prepare-database.ts'
import { addDays } from '../../src/shared/dates.ts'
import { computeOffer } from '../../src/shared/tours/offers/compute.ts'
import { GUEST } from '../../src/shared/tours/offers/simple-tours.ts'
import { median } from './programs.ts'

const ROUNDS = 5
const SECONDS = 5
const CLIENTS = 16
/** Our minimum share of the rate that pgbench reaches with one statement per table. */
const GOAL = 0.85
const PEOPLE = 2000
const attemptId = '4e6a1e87-40cb-4a56-811b-957abe435ae0'
const DAYS = 3000

function findPgbench(): string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted().toReversed() : []
  return versions.map((version) => `${debian}/${version}/bin/pgbench`).find(existsSync) ?? 'pgbench'
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'meridian-bench-'))
chmodSync(folder, 0o755)
const server = await startEmbeddedPostgres({
  dataDir: path.join(folder, 'postgres'),
  projectName: 'meridian-bench',
  database: 'bench',
  log: () => undefined,
})
const connection = { host: server.socketDir, port: server.port, user: server.user, database: server.database }
const config = loadConfig({
  LOG_LEVEL: 'silent',
  DATABASE_POOL: String(CLIENTS),
  OPEN_HOLDS_PER_ACCOUNT: '1000000',
  OPEN_HOLDS_UNCONFIRMED: '1000000',
  OPEN_HOLDS_UNCONFIRMED_PER_ADDRESS: '1000000',
})
await prepareDatabase({ options: connection, owner: connection }, { isDemo: true })
const { deps, stop } = await createDeps(config, connection, { log: createServer(config).log })
const { db, pool } = deps
const people = Array.from({ length: PEOPLE }, (_, index) => `bench_${index + 1}`)
await db
  .insertInto('users')
  .values(
    people.map((id) => ({
      id,
      name: 'Bench',
      email: `${id}@example.test`,
      password_hash: 'none',
      role: 'customer' as const,
    })),
  )
  .execute()
await pool.query('insert into sessions (id, user_id) select md5(id)::uuid, id from users where id = any($1)', [people])
// pgbench takes every colon for the start of a variable, so an attempt's parameters are kept in a table.
await pool.query('create table bench_params (params jsonb not null)')
await pool.query('insert into bench_params values ($1)', [
  JSON.stringify({
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    line_items: [{ price: 'price_aUjdESaCtvt7aPYVGA8jt2gg', quantity: 1 }],
    client_reference_id: attemptId,
    customer_email: 'bench@example.test',
    metadata: { attempt_id: attemptId, booking_id: attemptId, reference: 'M-ZVQ39VAK' },
    payment_intent_data: { metadata: { attempt_id: attemptId, booking_id: attemptId, reference: 'M-ZVQ39VAK' } },
    adaptive_pricing: { enabled: false },
    expires_at: 1795175039,
    success_url: 'http://localhost:3000/pay/return?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:3000/pay/cancel?token=fGxSbZ3xmtPFWkfUPg0k2TFa8c7WfBA7Q7QvN6U1x0k',
  }),
])
const { rows: customers } = await pool.query<Customer>(
  `select user_id as "userId", id as "sessionId", 'bench@example.test' as email from sessions`,
)
const tours = ['kyoto-temples-and-tea', 'tokyo-and-mount-fuji']
const offered = await Promise.all(tours.map((id) => findOfferedTour(db, id)))

/** Returns bookings per second through our own code. Most use a new departure, as with pgbench. */
async function ours(tour: NonNullable<(typeof offered)[number]>): Promise<number> {
  const until = Date.now() + SECONDS * 1000
  let done = 0
  async function client(): Promise<void> {
    while (Date.now() < until) {
      const customer = customers[randomInt(PEOPLE)] as (typeof customers)[number]
      const day = addDays('2030-01-01', randomInt(DAYS) + 1)
      const offer = computeOffer(soldTour(tour).selling, { day, units: { [GUEST]: 1 }, extras: {} }, day)
      if ('fault' in offer) throw new Error(offer.message)
      const sale = { tour, day, offer, pickup: null }
      await db
        .transaction()
        .execute(async (trx) => holdSeats(deps, trx, customer, sale, 'price_aUjdESaCtvt7aPYVGA8jt2gg', 'http://localhost:3000'))
      done++
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return done / SECONDS
}

/** `booking` runs our own statements, `booking-step-by-step` one statement per table. */
function pgbench(tourId: string, script: 'booking' | 'booking-step-by-step'): number {
  const output = execFileSync(
    findPgbench(),
    [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(CLIENTS),
      '-j',
      '2',
      '-T',
      String(SECONDS),
      '-D',
      `tour=${tourId}`,
      '-f',
      `lab/bench/${script}.sql`,
      '-h',
      connection.host,
      '-p',
      String(connection.port),
      '-U',
      connection.user,
      connection.database,
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  )
  return Number(/tps = ([\d.]+)/.exec(output)?.[1])
}

/**
 * Replaces the previous round's bookings with those of earlier years. On empty tables PostgreSQL would plan the
 * statements once for the whole round, and read everything booked so far for each booking.
 */
async function startRound(tourId: string): Promise<void> {
  await pool.query('truncate payment_attempts, tour_bookings, bookings, departures cascade')
  // Enough seats that no one is refused.
  await pool.query('update tours set max_people = 1000')
  await pool.query(
    `insert into departures (tour_id, departs_on, capacity, seats_taken) select $1, date '2024-01-01' + n, 1000, 20 from generate_series(0, 499) as n`,
    [tourId],
  )
  await pool.query(
    `insert into bookings (id, reference, kind, user_id, status, confirmed_at, title, total_cents, currency, starts_on, full_refund_days, partial_refund_days, partial_refund_percentage)
     select gen_random_uuid(), 'past-' || n, 'tour', 'bench_' || 1 + n % ${PEOPLE}, 'confirmed', now(), 'Bench', 100000, 'usd', date '2024-01-01' + n % 500, 30, 14, 50
     from generate_series(1, 10000) as n`,
  )
  await pool.query(
    `insert into tour_bookings (booking_id, tour_id, departs_on, guests, unit_price_cents) select id, $1, starts_on, 1, 100000 from bookings`,
    [tourId],
  )
  await pool.query(
    `insert into payment_attempts (id, booking_id, status, amount_cents, currency, params, cancel_token, expires_at, session_id)
     select gen_random_uuid(), id, 'complete', 100000, 'usd', (select params from bench_params), gen_random_uuid(), now(), 'cs_' || id from bookings`,
  )
  await pool.query('vacuum (analyze) bookings, tour_bookings, payment_attempts, departures')
  await pool.query('checkpoint')
}

const rates = { ours: [] as number[], same: [] as number[], stepByStep: [] as number[] }
for (let round = 0; round <= ROUNDS; round++) {
  const tour = offered[0]
  if (!tour) throw new Error('The demo tours are missing.')
  await startRound(tour.id)
  const stepByStep = pgbench(tour.id, 'booking-step-by-step')
  await startRound(tour.id)
  const own = await ours({ ...tour, max_people: 1000 })
  await startRound(tour.id)
  const same = pgbench(tour.id, 'booking')
  if (round === 0) continue
  rates.ours.push(own)
  rates.same.push(same)
  rates.stepByStep.push(stepByStep)
}
await stop()
await server.stop()
rmSync(folder, { recursive: true, force: true })

/** Returns our rate as a fraction of another, round by round. */
const partsOf = (other: number[]) => rates.ours.map((own, round) => own / (other[round] ?? Number.NaN))

/** Formats "85 % (rounds: 84, 85, 88)". */
function ratio(other: number[]): string {
  const ratios = partsOf(other).map((part) => 100 * part)
  return `${median(ratios).toFixed(0)} % (rounds: ${ratios.map((each) => each.toFixed(0)).join(', ')})`
}

if (!(median(partsOf(rates.stepByStep)) >= GOAL)) process.exitCode = 1
process.stdout.write(
  [
    `${CLIENTS} clients, unix socket, median of ${ROUNDS} interleaved rounds of ${SECONDS} s`,
    `hold + booking through our code: ${Math.round(median(rates.ours))} bookings/s`,
    `pgbench -M prepared, a statement for each table: ${Math.round(median(rates.stepByStep))} bookings/s; ours ${ratio(rates.stepByStep)}`,
    `pgbench -M prepared, our own statements: ${Math.round(median(rates.same))} bookings/s; ours ${ratio(rates.same)}`,
    '',
  ].join('\n'),
)
