import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as staffCancellationCalls from '#shared/cancellations/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import { dayIn } from '#shared/dates.ts'
import { createCheckout } from '#shared/payments/checkout-calls.ts'
import { getTour } from '#shared/tours/calls.ts'
import { tourResponseSchema } from '#shared/tours/public.ts'
import { trialBalance } from '#server/features/ledger/balances.ts'
import { listPostings } from '#server/features/ledger/booking-sums.ts'
import { listUnevenDays, sumMoneyByDay } from '#server/features/ledger/days.ts'
import { postTravelled } from '#server/features/ledger/posting.ts'
import { syncPrices } from '#server/features/payments/prices.ts'
import { compareBooks } from '#server/features/reconciliation/compare.ts'
import { listFaults } from '#server/features/reconciliation/proof.ts'
import { watchEvents } from '#server/features/reconciliation/silence.ts'
import { reconcile } from '#server/features/reconciliation/sweep.ts'
import { dayAhead } from '../../tests/support/days.ts'
import { createStaff } from '../../tests/support/movers.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'
import { generate, type Order } from './generate.ts'

const ORDER: Order = { tours: 60, people: 40, bookings: 400, seed: 7, now: new Date(), timeZone: 'Europe/London' }
let site: TestApp
let other: TestApp

beforeAll(async () => {
  site = await createTestApp()
  other = await createTestApp()
  await generate(site.connection, ORDER)
})
afterAll(async () => {
  await site.close()
  await other.close()
})

async function rows(statement: string, { deps }: TestApp = site): Promise<Record<string, unknown>[]> {
  return (await sql.raw<Record<string, unknown>>(statement).execute(deps.db)).rows
}

async function count(table: string): Promise<unknown> {
  return (await rows(`select count(*)::integer as count from ${table} where is_generated`))[0]?.['count']
}

test('creates as many tours, people and bookings as requested, marks them all and records the run', async () => {
  expect([await count('tours'), await count('users'), await count('bookings')]).toEqual([60, 40, 400])
  expect(await rows('select id, seed, tours, people, bookings, finished_at is not null as finished from generation_runs')).toEqual([
    { id: 1, seed: 7, tours: 60, people: 40, bookings: 400, finished: true },
  ])
})

test('the seats taken are those of confirmed bookings', async () => {
  const wrong = `
    select departures.tour_id, departures.departs_on, seats_taken, coalesce(sum(guests) filter (where status in ('pending', 'confirmed')), 0)
    from departures left join tour_bookings using (tour_id, departs_on) left join bookings on bookings.id = booking_id
    group by departures.tour_id, departures.departs_on, seats_taken
    having seats_taken <> coalesce(sum(guests) filter (where status in ('pending', 'confirmed')), 0)`
  expect(await rows(wrong)).toEqual([])
  expect((await rows('select max(seats_taken) as most from departures'))[0]?.['most']).toBeGreaterThan(3)
})

test('every booking has the payment, refund and timestamps that its state requires', async () => {
  const facts = `
    select bookings.status, count(*)::integer as bookings, count(payments.id)::integer as payments, count(refunds.id)::integer as refunds,
      count(*) filter (where payments.amount_cents <> total_cents)::integer as other_amounts,
      count(*) filter (where refund_requested_cents <> coalesce(refunds.amount_cents, 0))::integer as other_refunds,
      count(*) filter (where total_cents <> guests * unit_price_cents)::integer as other_totals,
      count(*) filter (where bookings.created_at >= now() or starts_on <= bookings.created_at::date
        or cancelled_at not between confirmed_at and now())::integer as other_times
    from bookings join tour_bookings on booking_id = bookings.id join payment_attempts on payment_attempts.booking_id = bookings.id
    left join payments on payments.attempt_id = payment_attempts.id left join refunds on payment_id = payments.id
    where bookings.is_generated group by bookings.status order by bookings.status`
  const right = { other_amounts: 0, other_refunds: 0, other_totals: 0, other_times: 0 }
  const [cancelled, confirmed, expired] = await rows(facts)
  expect(cancelled).toMatchObject({ status: 'cancelled', payments: cancelled?.['bookings'], ...right })
  expect(cancelled?.['refunds']).toBeGreaterThan(0)
  expect(confirmed).toMatchObject({ status: 'confirmed', payments: confirmed?.['bookings'], refunds: 0, ...right })
  expect(expired).toMatchObject({ status: 'expired', payments: 0, ...right })
})

test('ratings come from the reviews, each by a person who travelled', async () => {
  const wrong = `select tours.id from tours left join reviews on tour_id = tours.id group by tours.id
    having rating_sum <> coalesce(sum(rating), 0) or rating_count <> count(rating)`
  expect(await rows(wrong)).toEqual([])
  const reviews = `select count(*)::integer as reviews, bool_and(status = 'confirmed' and reviews.user_id = bookings.user_id) as own
    from reviews join bookings on bookings.id = booking_id`
  expect(await rows(reviews)).toEqual([{ reviews: expect.any(Number), own: true }])
})

test('every tour is complete and can be opened', async () => {
  const visitor = await site.customer()
  const ids = await rows('select id from tours where is_generated')
  const names = new Set<string>()
  for (const { id } of ids) {
    const { data } = tourResponseSchema.parse((await visitor.get(pathOf(getTour, { id: String(id) }))).json)
    expect(data.itinerary).toHaveLength(data.duration)
    expect(data.images.length).toBeGreaterThan(0)
    expect(JSON.stringify(data)).not.toContain('{place}')
    names.add(data.name)
  }
  expect(names.size).toBeGreaterThan(50)
})

test('reconciliation finds nothing to do, no price is made, and nobody misses an event', async () => {
  const { deps, app } = site
  await reconcile(deps, app.log, 0)
  expect(await compareBooks(deps, app.log, { days: 90, ageMs: 0, limitMs: 60_000 })).toEqual({ balances: [], failures: [] })
  await watchEvents(deps, new Date(0))
  await syncPrices(deps, app.log)
  expect(await rows('select kind from tasks')).toEqual([])
  expect(await rows('select id from tours where is_generated and stripe_price_id is not null')).toEqual([])
  expect(await rows('select id from mails')).toEqual([])
})

test('the ledger has the money of every booking, on its days, marked; what staff give back later is posted on top', async () => {
  const { db } = site.deps
  const faults = async () =>
    listFaults(
      db,
      (await rows('select booking_id from payments')).map((row) => String(row['booking_id'])),
    )
  expect(await faults()).toEqual([])
  expect(await listUnevenDays(db)).toEqual([])
  expect(await rows('select kind from entries where not is_generated')).toEqual([])
  const days = `select day, sum(received) as received, sum(returned) as returned from (
      select (paid_at at time zone 'Europe/London')::date as day, amount_cents as received, 0 as returned from payments
      union all select (made_at at time zone 'Europe/London')::date, 0, amount_cents from refunds) as money
    group by day order by day`
  expect(await sumMoneyByDay(db, { from: '2000-01-01', to: '2100-01-01' })).toEqual(
    (await rows(days)).map(({ day, received, returned }) => ({ day, currency: 'usd', receivedCents: received, returnedCents: returned })),
  )
  const before = await trialBalance(db)
  await postTravelled(db, dayIn('Europe/London', new Date()))
  expect(await trialBalance(db)).toEqual(before)
  const [booking] = await rows(
    `select id from bookings where is_generated and status = 'confirmed' and starts_on > current_date + 30 limit 1`,
  )
  const manager = await createStaff(site, 'manager')
  const id = String(booking?.['id'])
  const { json: seen } = await manager.get(pathOf(staffCancellationCalls.getBookingMoney, { id }))
  expect(
    (await manager.post(pathOf(staffCancellationCalls.refundBooking, { id }), { reason: 'Noise', amountCents: 100, seen })).status,
  ).toBe(200)
  expect((await listPostings(db, id)).map(({ kind, account, cents }) => [kind, account, cents]).slice(2)).toEqual([
    ['refund_owed', 'customer_advances', 100],
    ['refund_owed', 'refunds_payable', -100],
  ])
  expect(await faults()).toEqual([])
})

test('the provider’s price of a generated tour is made by its first checkout; an older amount is refused', async () => {
  const traveller = await site.customer()
  const [row] = await rows('select id from tours where is_generated order by id limit 1')
  const id = String(row?.['id'])
  const { stripePriceId: first } = await traveller.tour(id)
  const body = { tour_id: id, totalGuests: 1, travelDate: dayAhead(1) }
  expect((await traveller.post(createCheckout.path, { ...body, priceId: first })).status).toBe(200)
  await expect.poll(async () => (await traveller.tour(id)).stripePriceId).toMatch(/^price_/)
  await site.deps.db.updateTable('tours').set({ base_price_cents: 12_345 }).where('id', '=', id).execute()
  const late = await traveller.post(createCheckout.path, { ...body, priceId: first, travelDate: dayAhead(2) })
  expect(late.json).toMatchObject({ statusCode: 409, code: 'price_changed', price: { total: 123.45 } })
})

const OF_RUN: Record<string, string> = {
  tours: `id ~ '-gRUN-'`,
  tour_images: `tour_id ~ '-gRUN-'`,
  itinerary_days: `tour_id ~ '-gRUN-'`,
  departures: `tour_id ~ '-gRUN-'`,
  tour_bookings: `tour_id ~ '-gRUN-'`,
  users: `id ~ '^gRUN-'`,
  bookings: `user_id ~ '^gRUN-'`,
  payments: `id::text ~ '^.{8}-000RUN-'`,
  refunds: `id::text ~ '^.{8}-000RUN-'`,
  reviews: `user_id ~ '^gRUN-'`,
}

async function digests(app: TestApp, run: number): Promise<unknown[]> {
  const tables = Object.entries(OF_RUN).map(
    ([table, own]) => `select '${table}' as name, md5(string_agg(each::text, '' order by each::text)) as digest
      from (select * from ${table} where ${own.replaceAll('RUN', String(run))}) each`,
  )
  return (await rows(tables.join(' union all '), app)).map(({ digest }) => digest)
}

test('the same seed makes the same business and another seed a different one; a second run adds to the first', async () => {
  const fresh = await createTestApp()
  try {
    for (const app of [fresh, other]) expect(await generate(app.connection, ORDER)).toBe(1)
    const first = await digests(fresh, 1)
    expect(first).not.toContain(null)
    expect(await digests(other, 1)).toEqual(first)
    expect(await generate(fresh.connection, ORDER)).toBe(2)
    expect(await generate(other.connection, { ...ORDER, seed: 8 })).toBe(2)
    expect(await digests(fresh, 1)).toEqual(first)
    const again = await digests(fresh, 2)
    for (const [index, digest] of (await digests(other, 2)).entries()) expect(digest).not.toBe(again[index])
  } finally {
    await fresh.close()
  }
  expect(await rows('select count(*)::integer as count from bookings where is_generated', other)).toEqual([{ count: 800 }])
  expect(await rows('select count(*)::integer - count(distinct position)::integer as shared from tours', other)).toEqual([{ shared: 0 }])
})
