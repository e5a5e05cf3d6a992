import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { bookingJobs } from './bookings.ts'

const DUE = 450
let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
  // A booking that the database refuses to complete.
  await site.asOwner(`
    create function refuse_poison() returns trigger language plpgsql as $$ begin raise exception 'poison'; end $$;
    create trigger poison before update on bookings for each row when (old.reference = 'POISON') execute function refuse_poison()`)
})
afterAll(async () => site.close())

/** Confirmed moves a minute apart: most are over, and after every tenth comes an upcoming one. */
beforeEach(async () => {
  await site.asOwner(`
    truncate bookings cascade;
    insert into users (id, name, email, password_hash) values ('mover', 'Ada', 'mover@example.test', 'x') on conflict do nothing;
    insert into bookings (id, reference, kind, user_id, status, title, total_cents, currency, starts_on, full_refund_days,
      partial_refund_days, partial_refund_percentage, confirmed_at, created_at)
      select gen_random_uuid(), case when n % 11 = 0 then 'AHEAD' else 'OVER' end || n, 'vehicle', 'mover', 'confirmed', 'Move', 100, 'usd',
        '2020-01-01', 0, 0, 0, now(), now() - n * interval '1 minute' from generate_series(1, ${(DUE / 10) * 11}) n;
    insert into vehicle_bookings (booking_id, service_type_id, pickup_at, dropoff_at, pickup_location, dropoff_location,
      pickup_pincode, dropoff_pincode, item_details)
      select id, (select min(id) from service_types), at, at, 'A', 'B', 'SW1A 1AA', 'SW1A 1AA', '{}'
        from (select id, case when reference like 'AHEAD%' then timestamptz '2100-01-01' else '2020-01-01' end as at from bookings) as made`)
})

async function complete(stopping = new AbortController().signal): Promise<void> {
  for (const job of bookingJobs(site.deps)) await job.run({}, stopping)
}

/** Returns the number of bookings completed by each transaction. */
async function completions(): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from bookings where status = 'completed' group by xmin::text order by count desc`.execute(site.deps.db)
  return rows.map(({ count }) => count)
}

const sum = (counts: number[]) => counts.reduce((one, other) => one + other, 0)

test('a backlog of moves is completed page by page, each page in its own transaction', async () => {
  await complete()
  const counts = await completions()
  expect(sum(counts)).toBe(DUE)
  expect(Math.max(...counts)).toBeLessThanOrEqual(200)
  await complete()
  expect(await completions(), 'once').toEqual(counts)
})

test('a move that cannot be completed does not hold up the others or the run', async () => {
  await site.asOwner(`update bookings set reference = 'POISON' where reference = 'OVER100'`)
  await complete()
  expect(sum(await completions())).toBe(DUE - 1)
})

test('a locked move is left to the next run', async () => {
  await site.deps.db.transaction().execute(async (trx) => {
    await trx.selectFrom('bookings').select('id').where('reference', '=', 'OVER7').forUpdate().execute()
    await complete()
  })
  expect(sum(await completions())).toBe(DUE - 1)
  await complete()
  expect(sum(await completions())).toBe(DUE)
})

test('a run completes what an interrupted run has left', async () => {
  await complete(AbortSignal.abort())
  expect(sum(await completions())).toBeLessThan(DUE)
  await complete()
  expect(sum(await completions())).toBe(DUE)
})
