import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteStatements, type NotedStatements } from '../../../../tests/support/plans.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { listTourChanges, PART_SIZE } from './sitemap.ts'

const BASE = 'https://travel.example'
const MANY = 2 * PART_SIZE + 500
/** Where these tours start in the list, after the demo's own. */
const FIRST = 100
let site: TestApp
let plans: NotedStatements

beforeAll(async () => {
  site = await createTestApp({ OPEN_CATALOGUE: '1', PUBLIC_URL: BASE })
  plans = noteStatements(site.deps.pool)
  await site.asOwner(
    `insert into tours (id, name, destination, duration, overview, base_price_cents, max_people, tour_type, terms_and_conditions, position)
      select 'many-' || n, 'Tour', 'Not signed in', 1, '', 100, 12, 'Group', '', ${FIRST} + n / 10 from generate_series(1, ${MANY}) n`,
    'vacuum (analyze) tours',
  )
})
afterAll(async () => site.close())

async function addressesIn(path: string): Promise<string[]> {
  const { text } = await site.visitor().get(path)
  return Array.from(text.matchAll(/<loc>(.*?)<\/loc>/g), ([, address = '']) => address.replaceAll('&#38;', '&'))
}

test('however many tours there are, each is in one file of the sitemap, and no file has more than it may', async () => {
  const files = (await addressesIn('/sitemap.xml')).filter((file) => file.includes('trips'))
  expect(files).toHaveLength(3)
  const parts = await Promise.all(files.map(async (file) => addressesIn(file.slice(BASE.length))))
  expect(parts.slice(0, 2).map((part) => part.length)).toEqual([PART_SIZE, PART_SIZE])
  const all = parts.flat()
  expect(new Set(all).size).toBe(all.length)
  expect(all.filter((address) => address.startsWith(`${BASE}/trips/many-`))).toHaveLength(MANY)
})

test('a tour that is added joins the file of its neighbours, though the list of files is older', async () => {
  const first = (await addressesIn('/sitemap.xml')).find((file) => file.includes('trips')) ?? ''
  await site.asOwner(`update tours set position = ${FIRST - 1} where id = 'many-${MANY}'`)
  expect(await addressesIn(first.slice(BASE.length))).toContain(`${BASE}/trips/many-${MANY}`)
})

test.each([
  ['the beginning', undefined],
  ['the end', { position: FIRST + MANY / 10 - 200, id: 'many-1' }],
])('at %s of the list no more tours are looked at than are sent', async (_where, from) => {
  await plans.expectAtMost(500, async () => listTourChanges(plans.db, { from, to: undefined, after: from, limit: 500 }))
})
