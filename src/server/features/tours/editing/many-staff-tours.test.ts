import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DB } from '#server/lib/db-types.ts'
import type { Database } from '#server/lib/db.ts'
import { listReservedSeats } from '#server/features/bookings/reservations.ts'
import { listStaffReviews } from '#server/features/reviews/moderation.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'
import { getDeactivationPreview } from './lifecycle.ts'
import { findPictureFile } from '../pictures/files.ts'
import { getStaffTour, listStaffTours } from './staff-tours.ts'

let site: TestApp
/** The same database, recording every statement. */
let db: Database
let noted: CompiledQuery[] = []

beforeAll(async () => {
  site = await createTestApp()
  db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: site.deps.pool }), log: ({ query }) => void noted.push(query) })
  await site.asOwner(FILL)
})
afterAll(async () => site.close())

/** Many tours, one of them changed, reviewed and booked for years. Every hundredth is a draft. */
const FILL = `
  insert into users (id, name, email, password_hash) select 'u' || n, 'Ada', 'u' || n || '@example.test', 'x' from generate_series(1, 50) n;
  insert into tours (id, name, destination, duration, overview, base_price_cents, max_people, tour_type, terms_and_conditions, position,
    is_active, published_at, least_group)
    select 'many-' || n, 'Tour ' || md5(n::text), 'Not signed in', 1, 'Text', 100, 12, 'Group', '', n, n % 100 > 0,
      case when n % 100 > 0 then now() end, case when n % 3 = 0 then 4 end from generate_series(1, 5000) n;
  insert into tour_images (tour_id, position, picture_id) select 'many-' || n, 0, 'japan-tokyo' from generate_series(1, 5000) n;
  insert into itinerary_days (tour_id, day_number, title, description) select 'many-' || n, 1, 'A day', '' from generate_series(1, 5000) n;
  insert into tour_changes (tour_id, version, change, changed_at, from_cents, from_currency, to_cents, to_currency)
    select 'many-' || n % 20 + 1, n / 20 + 2, 'edited', now(), 1, 'usd', 2, 'usd' from generate_series(1, 10000) n;
  insert into departures (tour_id, departs_on, capacity, seats_taken)
    select 'many-' || t, date '2090-01-01' + n, 12, n % 2 from generate_series(1, 30) t, generate_series(1, 500) n;
  alter table reviews disable trigger reviews_rated;
  insert into reviews (id, tour_id, author_name, rating, body, travelled_on, created_at, hidden_at, hidden_by, hidden_reason)
    select gen_random_uuid(), 'many-' || n % 20 + 1, 'Ada', 5, 'A text', date '2020-01-01', now() - n * interval '1 hour',
      case when n % 100 = 0 then now() end, case when n % 100 = 0 then 'u1' end, case when n % 100 = 0 then 'A reason' end
    from generate_series(1, 5000) n;
  insert into pictures (id, name, file_path, alt, width, height, color, widths)
    select 'p' || n, name, file_path || n, alt, width, height, color, widths from pictures, generate_series(1, 5000) n where id = 'japan-tokyo';
  insert into picture_files (name, picture_id, path, bytes)
    select 'f' || n, 'japan-tokyo', 'f' || n, 1 from generate_series(1, 5000) n;
  analyze`

interface Plan {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

function mostRows(plan: Plan): number {
  const own = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
  return Math.max(own, ...(plan.Plans ?? []).map(mostRows))
}

async function rowsRead({ sql: text, parameters }: CompiledQuery): Promise<number> {
  const { rows } = await site.deps.pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (analyze, format json) ${text}`, [...parameters])
  const [explained] = rows[0]?.['QUERY PLAN'] ?? []
  if (!explained) throw new Error('no plan')
  return mostRows(explained.Plan)
}

const page = { limit: 20 }
const TODAY = '2090-01-01'
const READINGS: Record<string, () => Promise<unknown>> = {
  'the tours by name': async () => listStaffTours(db, page),
  'a later page of them': async () => listStaffTours(db, { ...page, before: 'many-777' }),
  drafts: async () => listStaffTours(db, { ...page, status: 'draft' }),
  'a later page of drafts': async () => listStaffTours(db, { ...page, status: 'draft', before: 'many-700' }),
  'a part of a name': async () => listStaffTours(db, { ...page, search: 'C4CA4238A0B9' }),
  'a tour that has been changed often': async () => getStaffTour(db, 'many-7', TODAY),
  'what switching it off does': async () => getDeactivationPreview(db, 'many-7', TODAY, listReservedSeats),
  'the newest reviews': async () => listStaffReviews(db, page),
  'hidden reviews': async () => listStaffReviews(db, { ...page, state: 'hidden' }),
  'the reviews of a tour': async () => listStaffReviews(db, { ...page, tour: 'many-7' }),
  'a picture': async () => findPictureFile(db, 'f777'),
}

/** All departures of one tour are the most that any of them needs. */
const MOST = 1000

test.each(Object.keys(READINGS))('of thousands of tours no more than a thousand rows are looked at for %s', async (name) => {
  noted = []
  await READINGS[name]?.()
  const statements = [...noted]
  expect(statements.length).toBeGreaterThan(0)
  for (const statement of statements) expect(await rowsRead(statement), statement.sql).toBeLessThanOrEqual(MOST)
})
