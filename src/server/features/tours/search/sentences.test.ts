import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListToursResponse } from '#shared/tours/public.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'
import { createCatalogue, type Catalogue } from '../catalogue-cache.ts'
import { readSearchKnowledge } from './search.ts'

/** A Tuesday. */
const TODAY = new Date('2026-12-22T12:00:00Z')
let site: TestApp
let catalogue: Catalogue

beforeAll(async () => {
  site = await createTestApp()
  catalogue = await createCatalogue({ ...site.deps, now: () => TODAY }, site.connection, await readSearchKnowledge(site.deps.config))
})
afterAll(async () => {
  await catalogue.stop()
  await site.close()
})

async function search(text: string): Promise<ListToursResponse> {
  return (await (await catalogue.page({ page: 1, limit: 20, search: text })).json()) as ListToursResponse
}

interface Sentence {
  text: string
  /** At least one of these must be among the first three. */
  first: string[]
  /** The tours are only close, not matches. */
  isClose?: true
}

const sentences = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../../../../tests/support/search-sentences.json'), 'utf8'),
) as Sentence[]

test('there are a hundred sentences', () => {
  expect(sentences.length).toBeGreaterThanOrEqual(100)
})

test('words that carry nothing narrow nothing', async () => {
  const kyoto = await search('kyoto')
  expect(kyoto.total).toBeGreaterThan(1)
  for (const text of [
    'tours in kyoto',
    'I want to go to Kyoto, please!',
    'Ich möchte nach Kyoto reisen',
    'partir en voyage à Kyoto',
    '京都へ',
  ])
    expect(await search(text), text).toEqual(kyoto)
})

test('what a tour is called after comes before what only mentions the word', async () => {
  for (const [text, id] of [
    ['kyoto', 'kyoto-temples-and-tea'],
    ['wine paris', 'paris-and-a-day-on-the-loire'],
  ] as const) {
    const { data, closest = [] } = await search(text)
    expect([...data, ...closest][0]?.id).toBe(id)
  }
  const { data } = await search('fuji')
  const named = data.map(({ name, destination }) => /fuji/i.test(name + destination))
  expect(named).toEqual(named.toSorted((a, b) => Number(b) - Number(a)))
  expect(new Set(named).size).toBe(2)
})

test('what comes closest keeps numbers, days and guests, and is nothing where no word is known', async () => {
  const { closest = [] } = await search('kyoto skiing for 11 people under $4000')
  expect(closest).not.toEqual([])
  for (const tour of closest) {
    expect(tour.maxPeople).toBeGreaterThanOrEqual(11)
    expect(tour.basePrice).toBeLessThanOrEqual(4000)
  }
  for (const text of ['qqzzxx', 'kyoto 1900', 'kyoto skiing in 1850', 'kyoto skiing 2020-01-01', 'qqzzxx vvkkjj', 'kyoto skiing 99 guests'])
    expect(await search(text), text).not.toHaveProperty('closest')
  const sold = { tour_id: 'kyoto-temples-and-tea', departs_on: '2027-05-05', capacity: 10, seats_taken: 10 }
  await site.deps.db.insertInto('departures').values(sold).execute()
  const after = (await search('kyoto skiing 5 May 2027')).closest ?? []
  expect(after.map(({ id }) => id)).not.toContain('kyoto-temples-and-tea')
  expect(after).not.toEqual([])
})

test('what comes closest is exactly as long as the search says, and within what it may cost', async () => {
  for (const [text, least, most, price] of [
    ['Bali surfing 7 days', 7, 7, Infinity],
    ['Bali surfing seven nights', 8, 9, Infinity],
    ['Kyoto skiing 5 to 7 days', 5, 7, Infinity],
    ['Kyoto skiing up to a week', 1, 7, Infinity],
    ['Bali surfing under 7 days max 600', 1, 6, 600],
  ] as const) {
    const { data, closest = [] } = await search(text)
    expect([data, closest.length > 0], text).toEqual([[], true])
    for (const { duration, basePrice } of closest) {
      expect([duration, text]).toEqual([Math.min(most, Math.max(least, duration)), text])
      expect(basePrice, text).toBeLessThanOrEqual(price)
    }
  }
})

test.each([
  ['8 days in Bali', ['8 days in']],
  ['Bali for 8 days', ['for 8 days']],
  ['Bali 8 days 2 Guests', ['8 days']],
  ['Japan for 20 days in a group of 4', ['for 20 days in a']],
  ['Bali, a fortnight for two', ['a fortnight']],
  ['Bali surfing', undefined],
  ['7 days in Bali', undefined],
  // Nor is there a tour of any other length.
  ['8 days in Atlantis', undefined],
  ['8 days in Bali for 99 guests', undefined],
])('“%s” says which part of it asks for a length that no tour has, if others match the rest', async (text, parts) => {
  expect((await search(text)).lengthParts).toEqual(parts)
})

test.each([
  ['24 dec', { from: '2026-12-24', to: '2026-12-24' }],
  ['vienna 24 december for 3 people', { from: '2026-12-24', to: '2026-12-24', guests: 3 }],
  ['next weekend', { from: '2027-01-02', to: '2027-01-03' }],
  ['Kyoto in December', { from: '2026-12-22', to: '2026-12-31' }],
  ['2 Guests', { guests: 2 }],
  ['kyoto', undefined],
  ['kyoto 1 March 2020', undefined],
])('“%s” says which days and group were understood', async (text, understood) => {
  expect((await search(text)).understood).toEqual(understood)
})

test('the first page alone says what comes closest, at most six tours, and so do suggestions', async () => {
  const { closest = [] } = await search('hiking on the moon')
  expect(closest).toHaveLength(6)
  const second = await (await catalogue.page({ page: 2, limit: 20, search: 'hiking on the moon' })).json()
  expect(second).not.toHaveProperty('closest')
  const suggested = (await (await catalogue.suggest('hiking on the moon')).json()) as { data: []; closest: { id: string }[] }
  expect(suggested.data).toEqual([])
  expect(suggested.closest.map(({ id }) => id)).toEqual(closest.slice(0, 5).map(({ id }) => id))
})

test.each(sentences)('“$text” finds what is meant among the first three', async ({ text, first, isClose }) => {
  const { data, total, closest = [] } = await search(text)
  if (isClose) expect([data, total]).toEqual([[], 0])
  else expect(closest).toEqual([])
  const ids = (isClose ? closest : data).slice(0, 3).map(({ id }) => id)
  expect(ids.filter((id) => first.includes(id)).length, `${ids.join(', ')} of ${total}`).toBeGreaterThan(0)
})
