import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_SIMILAR } from '#shared/tours/public.ts'
import type { DB } from '#server/lib/db-types.ts'
import type { Database } from '#server/lib/db.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { findSimilarTours } from './similar-tours.ts'

let site: TestApp
/** The same database, recording every statement. */
let db: Database
let noted: CompiledQuery[] = []

beforeAll(async () => {
  site = await createTestApp()
  db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: site.deps.pool }), log: ({ query }) => void noted.push(query) })
  await site.asOwner(
    // Half of them in one country, a tenth in one town, many with the same price; one is alone in its country.
    `insert into tours (id, name, destination, duration, overview, base_price_cents, max_people, tour_type, tags, terms_and_conditions, position)
      select 'many-' || n, 'Tour ' || n, case when n = 7 then 'Nauru' when n % 10 = 0 then 'Kyoto, Japan' when n % 2 = 0 then 'Town' || n || ', Japan'
        else 'Town' || n || ', Country' || n % 50 end, 1 + n % 14, 'Text', (n % 100) * 1000, 12, 'Group', array['tag' || n % 5], '', 100 + n
      from generate_series(1, 20000) as n`,
    'vacuum (analyze) tours',
  )
})
afterAll(async () => site.close())

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

function stepsOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(stepsOf)]
}

test.each(['many-1000', 'many-1002', 'many-7', 'many-14', 'many-19999', 'kyoto-temples-and-tea'])(
  'of thousands of tours a few are looked at beside %s, in one statement and by indexes',
  async (id) => {
    noted = []
    expect(await findSimilarTours(db, id, () => true)).toHaveLength(MAX_SIMILAR)
    expect(noted).toHaveLength(1)
    const [statement] = noted
    const explained = await site.deps.pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (analyze, format json) ${statement?.sql}`, [
      ...(statement?.parameters ?? []),
    ])
    const plan = explained.rows[0]?.['QUERY PLAN'][0].Plan
    const read = (plan ? stepsOf(plan) : []).filter((step) => step['Relation Name'] === 'tours')
    expect(read.length).toBeGreaterThan(6)
    for (const step of read) {
      expect(step['Node Type']).toMatch(/^Index( Only)? Scan$/)
      expect((step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops']).toBeLessThanOrEqual(200)
    }
  },
)
