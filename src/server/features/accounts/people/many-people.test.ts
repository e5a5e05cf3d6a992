import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteStatements, type NotedStatements } from '../../../../../tests/support/plans.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'
import { countPeople, getPerson, listPeople } from './people.ts'

let site: TestApp
let plans: NotedStatements

/** Forty thousand travellers, forty staff and forty disabled accounts. */
const FILL = `
  insert into users (id, name, email, password_hash, role, disabled_at, created_at)
    select 'u' || n, 'Ada ' || md5(n::text), 'u' || n || '@example.test', 'x',
      case when n % 4000 = 1 then 'admin' when n % 2000 = 1 then 'manager' when n % 1000 = 1 then 'staff' else 'customer' end,
      case when n % 1000 = 2 then now() end, timestamptz '2026-01-01' + n * interval '10 minutes'
    from generate_series(1, 40000) n;
  analyze`

beforeAll(async () => {
  site = await createTestApp()
  plans = noteStatements(site.deps.pool)
  await site.asOwner(FILL)
}, 60_000)
afterAll(async () => site.close())

const list = async (query: object) => listPeople({ ...site.deps, db: plans.db }, { limit: 50, ...query })

const READINGS: Record<string, () => Promise<unknown>> = {
  'the newest accounts': async () => list({}),
  'a later page': async () => list({ before: 'u500' }),
  'everybody who works here': async () => list({ who: 'staff' }),
  managers: async () => list({ role: 'manager' }),
  'disabled accounts': async () => list({ who: 'disabled' }),
  'a name': async () => list({ search: 'ada c4ca4238a0b9' }),
  'an address of somebody who works here': async () => list({ search: 'u4001@EXAMPLE', who: 'staff' }),
  'two letters with which nobody begins': async () => list({ search: 'xx' }),
  'one person': async () => getPerson({ ...site.deps, db: plans.db }, 'u77', { id: 'admin_1', role: 'admin' }),
}

test.each(Object.keys(READINGS))('no more than a thousand of forty thousand people are read for %s', async (name) => {
  await plans.expectAtMost(1000, READINGS[name])
})

test('a whole address is looked up directly, not by its parts, which most addresses share', async () => {
  await plans.expectBlocksAtMost(20, async () => list({ search: 'u77@example.test' }))
})

test('more than ten thousand people are not counted', async () => {
  await plans.expectAtMost(10_001, async () => {
    expect(await countPeople(plans.db, {})).toBeUndefined()
    expect(await countPeople(plans.db, { who: 'disabled' })).toBe(40)
  })
})
