import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf } from '#shared/contract.ts'
import { getTour } from '#shared/tours/calls.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import { readContent } from './content.ts'
import { seedDemo } from './demo.ts'

const WITH_OPTIONS = ['batur-sunrise', 'loire-on-two-wheels', 'kauai-with-children']
let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

async function rows(statement: string): Promise<Record<string, unknown>[]> {
  return (await sql.raw<Record<string, unknown>>(statement).execute(site.deps.db)).rows
}

const LIST = 'select id from tours where is_active order by position, id'
/** Each version of each row of the other tours. */
const OTHERS = `select id, position, xmin::text from tours where id not in (${WITH_OPTIONS.map((id) => `'${id}'`).join()}) order by id`

test('a fresh database sells the tours with options after the others, as their documents say', async () => {
  const ids = (await rows(LIST)).map(({ id }) => id)
  expect([ids.length, ids.slice(-3)]).toEqual([31, WITH_OPTIONS])
  const { tours } = await readContent()
  const documents = tours.flat().flatMap(({ id, selling }) => (selling ? [[id, selling]] : []))
  const written = await rows('select tour_id, content from tour_selling')
  expect(Object.fromEntries(written.map(({ tour_id: id, content }) => [id, content]))).toEqual(Object.fromEntries(documents))
  const visitor = await site.customer()
  for (const id of WITH_OPTIONS) {
    const { data } = (await visitor.get(pathOf(getTour, { id }))).json
    expect(data).toMatchObject({ id, isFrom: true, isActive: true, currency: 'usd', stripePriceId: expect.any(String) })
  }
})

test('a database of an earlier start gets them when the demo is added, after all it has, and nothing else changes', async () => {
  const earlier = `delete from %s where tour_id = any(array['${WITH_OPTIONS.join("','")}'])`
  await site.asOwner(
    ...['tour_selling', 'tour_images', 'itinerary_days'].map((table) => earlier.replace('%s', table)),
    `delete from tours where id = any(array['${WITH_OPTIONS.join("','")}'])`,
    `insert into tours (id, name, destination, duration, overview, base_price_cents, max_people, tour_type, terms_and_conditions, position)
      values ('a-tour-of-ours', 'Ours', 'Bath, United Kingdom', 2, '', 100, 4, '', '', 29)`,
  )
  const before = await rows(OTHERS)
  expect(before).toHaveLength(30)
  expect(await seedDemo(site.deps.db, {})).toBe(false)
  expect(await rows(OTHERS)).toEqual(before)
  for (let again = 0; again < 2; again++) {
    expect(await seedDemo(site.deps.db, { isAdded: true })).toBe(true)
    expect((await rows(LIST)).slice(-4).map(({ id }) => id)).toEqual(['a-tour-of-ours', ...WITH_OPTIONS])
    expect(await rows(OTHERS)).toEqual(before)
    expect(await rows('select tour_id from tour_selling')).toHaveLength(3)
    expect(await rows('select count(*)::int - count(distinct position)::int as shared from tours')).toEqual([{ shared: 0 }])
  }
})
