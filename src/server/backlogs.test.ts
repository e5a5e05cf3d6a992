import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { departureId } from '#shared/tours/departures.ts'
import { forgetAddresses } from '#server/features/audit/commands.ts'
import { settleDoubts } from '#server/features/reconciliation/sweep.ts'
import { expireQuotes } from '#server/features/quotes/endings.ts'
import { tidyUploads } from '#server/features/vehicles/tidying.ts'
import { watchSmallGroups } from '#server/features/tours/departures/small-groups.ts'
import { tidyPictures } from '#server/features/tours/pictures/unused.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'

/** Rows left of each kind of work: more than two pages, one of them refused by the database. */
const LEFT = 410
const PAGE = 200
const TOUR = 'tokyo-and-mount-fuji'
let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
  await site.asOwner(
    `create function refuse_poison() returns trigger language plpgsql as $$ begin raise exception 'poison'; end $$`,
    `insert into users (id, name, email, password_hash) select 'u' || n, 'Ada', 'u' || n || '@example.test', 'x' from generate_series(1, ${LEFT}) n`,
  )
})
afterAll(async () => site.close())

/** Makes the database refuse this event for rows that match the condition. */
async function poison(table: string, event: 'insert' | 'update' | 'delete', isPoison: string): Promise<void> {
  const condition = `${event === 'insert' ? 'new' : 'old'}.${isPoison}`
  await site.asOwner(
    `create or replace trigger poison before ${event} on ${table} for each row when (${condition}) execute function refuse_poison()`,
  )
}

interface Written {
  rows: number
  most: number
}

async function written(table: string, condition: string): Promise<Written> {
  const { rows } = await sql<Written>`
    select coalesce(sum(count), 0)::integer as rows, coalesce(max(count), 0)::integer as most
    from (select count(*) from ${sql.table(table)} where ${sql.raw(condition)} group by xmin::text) as counts`.execute(site.deps.db)
  return rows[0] ?? { rows: 0, most: 0 }
}

async function expectInPages(table: string, condition: string, rows: number): Promise<void> {
  const counted = await written(table, condition)
  expect(counted.rows).toBe(rows)
  expect(counted.most).toBeLessThanOrEqual(PAGE)
}

const BOOKING = `insert into bookings (id, reference, kind, user_id, status, title, total_cents, currency, starts_on, full_refund_days,
  partial_refund_days, partial_refund_percentage, confirmed_at, approved_at, created_at)`

test('quotes past their deadline expire one by one, each with its email', async () => {
  await site.asOwner(`
    ${BOOKING} select gen_random_uuid(), 'Q' || n, 'vehicle', 'u' || n, 'approved', 'Move', 100, 'usd', '2100-01-01', 0, 0, 0, null, now(), now()
      from generate_series(1, ${LEFT}) n;
    insert into vehicle_bookings (booking_id, service_type_id, pickup_at, dropoff_at, pickup_location, dropoff_location,
      pickup_pincode, dropoff_pincode, item_details, quoted_cents, quote_version, quote_expires_at)
      select id, (select min(id) from service_types), '2100-01-01', '2100-01-01', 'A', 'B', 'SW1A 1AA', 'SW1A 1AA', '{}', 100, 1,
        case when reference = 'Q9' then timestamptz '2100-01-01' else now() end from bookings where kind = 'vehicle'`)
  await poison('bookings', 'update', `reference = 'Q50'`)
  await expireQuotes(site.deps)
  await expectInPages('bookings', `kind = 'vehicle' and status = 'expired'`, LEFT - 2)
  await expireQuotes(site.deps)
  expect((await written('mails', `template = 'quote-expired'`)).rows, 'once each').toBe(LEFT - 2)
})

test('untouched drafts are deleted page by page with their photos, as are photos without a draft', async () => {
  await site.asOwner(`
    insert into vehicle_drafts (user_id, content, updated_at) select id, case when id like '%7' then null else '{}'::jsonb end, '2020-01-01'
      from users where id ~ '^u[0-9]+$';
    insert into vehicle_photos (id, user_id, name, path, width, height, bytes, created_at)
      select gen_random_uuid(), user_id, 'x', 'zz/' || user_id, 1, 1, 1, '2020-01-01' from vehicle_drafts`)
  await poison('vehicle_photos', 'delete', `user_id = 'u50'`)
  await tidyUploads(site.deps)
  expect((await written('vehicle_photos', 'true')).rows).toBe(1)
  await expectInPages('vehicle_drafts', 'content is null and version = 1', LEFT - LEFT / 10 - 1)
})

test('a great many small groups are emailed and settled page by page', async () => {
  const today = new Date(site.deps.now()).toISOString().slice(0, 10)
  await site.asOwner(`
    insert into departures (tour_id, departs_on, capacity, seats_taken) select tours.id, date '${addDays(today, 1)}' + n, 12, 1
      from tours, generate_series(0, 11) n where not exists (select from tour_selling where tour_id = tours.id);
    with made as (${BOOKING} select gen_random_uuid(), 'D' || row_number() over (), 'tour', 'u1', 'confirmed', 'Tour', 100, 'usd', departs_on,
      0, 0, 0, now(), null, now() from departures returning id, reference),
    placed as (select tour_id, departs_on, 'D' || row_number() over () as reference from departures)
    insert into tour_bookings (booking_id, tour_id, departs_on, guests, unit_price_cents)
      select id, tour_id, departs_on, 1, 100 from made join placed using (reference);
    update tours set least_group = 4`)
  const { rows: groups } = await written('departures', 'true')
  expect(groups).toBeGreaterThan(PAGE)
  await poison('tasks', 'insert', `subject = '${departureId(TOUR, addDays(today, 3))}'`)
  await watchSmallGroups(site.deps)
  await expectInPages('tasks', `kind = 'least_group' and closed_at is null`, groups - 1)
  await site.asOwner('update tours set least_group = null')
  await watchSmallGroups(site.deps)
  await expectInPages('tasks', `kind = 'least_group' and closed_at is not null`, groups - 1)
})

test('pictures that no tour shows go page by page, and their originals after them', async () => {
  await site.asOwner(`
    insert into picture_originals (id, path, bytes, width, height)
      select gen_random_uuid(), 'original ' || n, 1, 900, 600 from generate_series(1, ${LEFT}) n;
    insert into pictures (id, name, file_path, alt, width, height, color, widths, original_id, crop_left, crop_top, crop_width, crop_height,
      created_at) select 'uploaded ' || path, 'x', 'x', '', 1, 1, '#000000', '{1}', id, 0, 0, 900, 600, '2020-01-01' from picture_originals`)
  await poison('pictures', 'delete', `id = 'uploaded original 50'`)
  await tidyPictures(site.deps)
  const left = await site.deps.db.selectFrom('pictures').select('id').where('original_id', 'is not', null).execute()
  expect(left).toEqual([{ id: 'uploaded original 50' }])
  expect((await written('picture_originals', 'true')).rows).toBe(1)
})

test('seats that wait too long for a decision are released one by one', async () => {
  await site.asOwner(`
    insert into departures (tour_id, departs_on, capacity, seats_taken) values ('${TOUR}', '2100-02-01', 1000, ${LEFT});
    ${BOOKING} select gen_random_uuid(), 'H' || n, 'tour', 'u' || n, 'pending', 'Tour', 100, 'usd', '2100-02-01', 0, 0, 0, null, null, now()
      from generate_series(1, ${LEFT}) n;
    insert into tour_bookings (booking_id, tour_id, departs_on, guests, unit_price_cents)
      select id, '${TOUR}', '2100-02-01', 1, 100 from bookings where reference like 'H%';
    insert into payment_attempts (id, booking_id, status, amount_cents, currency, params, cancel_token, session_id, expires_at)
      select id, id, 'complete', 100, 'usd', '{}', reference, 'cs_' || id, now() from bookings where reference like 'H%';
    insert into payments (id, booking_id, attempt_id, provider_payment_id, amount_cents, currency, method, role, paid_at)
      select id, id, id, 'pi_' || id, 90, 'usd', 'card', 'quarantined', '2020-01-01' from bookings where reference like 'H%'`)
  await poison('bookings', 'update', `reference = 'H50'`)
  await settleDoubts(site.deps, site.app.log, Date.now() + 60_000)
  await expectInPages('bookings', `reference like 'H%' and status = 'expired'`, LEFT - 1)
  const seats = site.deps.db.selectFrom('departures').select('seats_taken').where('departs_on', '=', '2100-02-01')
  expect(await seats.executeTakeFirst()).toEqual({ seats_taken: 1 })
})

test('network addresses in the audit are erased some thousands at a time, until none are left', async () => {
  await site.asOwner(`
    insert into audit_entries (recorded_at, actor_id, via, action, subject_kind, subject_id, network_address)
      select now() - interval '1 year', 'u1', 'site', 'session.signed_in', 'account', 'u1', '127.0.0.1' from generate_series(1, 12000)`)
  await forgetAddresses(site.deps.db)
  const counted = await written('audit_entries', `actor_id = 'u1' and network_address is null`)
  expect(counted).toEqual({ rows: 12_000, most: 5000 })
})
