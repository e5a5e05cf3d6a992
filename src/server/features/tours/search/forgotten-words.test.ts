import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pathOf } from '#shared/contract.ts'
import type { Tour } from '#shared/tours/public.ts'
import { listTours } from '#shared/tours/search-calls.ts'
import { deactivateTour, duplicateTour, editTour, getStaffTour, publishTour } from '#shared/tours/staff-calls.ts'
import type { StaffTourDetails, TourFields } from '#shared/tours/staff.ts'
import type { Round } from '#server/lib/sweeps.ts'
import type { Browser } from '../../../../../tests/support/browser.ts'
import { createStaff } from '../../../../../tests/support/movers.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'
import { tourJobs } from '../tours.ts'
import { forgetUnused, forgetWords, WORDS_LOST_JOB, type KnownWord } from './known-words.ts'

const TOUR = 'kyoto-temples-and-tea'
let site: TestApp
let manager: Browser

beforeAll(async () => {
  site = await createTestApp()
  manager = await createStaff(site, 'manager')
})
afterAll(async () => site.close())
beforeEach(async () => {
  await site.deps.db.deleteFrom('tours').where('id', 'like', 'own-%').execute()
  await forgetWords(site.deps)
})

async function read(id: string): Promise<StaffTourDetails> {
  return (await manager.get(pathOf(getStaffTour, { id }))).json
}

async function edit(id: string, changes: Partial<TourFields>): Promise<void> {
  const { version, fields } = await read(id)
  const { status } = await manager.put(pathOf(editTour, { id }), { version, fields: { ...fields, ...changes } })
  expect(status).toBe(200)
}

/** Returns the ids of the tours that a search shows. */
async function search(text: string): Promise<string[]> {
  const { data } = (await manager.get(`${listTours.path}?limit=100&search=${encodeURIComponent(text)}`)).json as { data: Tour[] }
  return data.map(({ id }) => id)
}

/** Runs the enqueued jobs, and returns the words lost. */
async function runLost(): Promise<string[]> {
  const { rows } = await sql<{ data: { words: string[] } }>`delete from pgboss.job where name = ${WORDS_LOST_JOB} returning data`.execute(
    site.deps.db,
  )
  const job = tourJobs(site.deps).find(({ name }) => name === WORDS_LOST_JOB)
  for (const { data } of rows) await job?.run(data, new AbortController().signal)
  return rows.flatMap(({ data }) => data.words)
}

/** Returns the words that the dictionary has. */
async function known(...words: string[]): Promise<string[]> {
  const rows = await site.deps.db.selectFrom('tour_words').select('word').where('word', 'in', words).orderBy('word').execute()
  return rows.map(({ word }) => word)
}

async function addTour(id: string, name: string, isActive = true): Promise<void> {
  await site.asOwner(`insert into tours (id, name, destination, duration, overview, base_price_cents, max_people, tour_type, terms_and_conditions, is_active)
    values ('own-${id}', '${name}', '', 3, '', 100, 4, '', '', ${isActive})`)
}

test('a name that is corrected in the console is found by its old spelling, which is a typo from then on', async () => {
  await edit(TOUR, { name: 'Zanzzibar by dhow' })
  expect(await search('zanzzibar')).toEqual([TOUR])
  await edit(TOUR, { name: 'Zanzibar by dhow' })
  // The dictionary still has the old word, and the list is cached.
  expect(await search('zanzzibar')).toEqual([])
  expect(await runLost()).toContain('zanzzibar')
  await expect.poll(async () => search('zanzzibar')).toEqual([TOUR])
  expect(await search('zanzibar')).toEqual([TOUR])
})

test('an edit that leaves all words where they are asks for nothing', async () => {
  const { fields } = await read(TOUR)
  await edit(TOUR, { basePrice: fields.basePrice + 1 })
  await edit(TOUR, { tags: [...fields.tags, 'Rickshaw'] })
  expect(await runLost()).toEqual([])
})

test('a draft teaches no word, its publication does, and taking it off forgets what no other tour says', async () => {
  const { json } = await manager.post(pathOf(duplicateTour, { id: TOUR }))
  const { id } = json as StaffTourDetails
  await edit(id, { name: 'Quetzals', destination: 'Kyoto, Japan' })
  expect(await known('kyoto', 'quetzals')).toEqual(['kyoto'])
  const { version } = await read(id)
  expect((await manager.post(pathOf(publishTour, { id }), { version })).status).toBe(200)
  expect(await known('kyoto', 'quetzals')).toEqual(['kyoto', 'quetzals'])
  expect(await search('quetzls')).toEqual([id])
  expect((await manager.post(pathOf(deactivateTour, { id }), { version: version + 1 })).status).toBe(200)
  expect(await runLost()).toEqual(expect.arrayContaining(['kyoto', 'quetzals']))
  expect(await known('kyoto', 'quetzals')).toEqual(['kyoto'])
})

test('a night forgets what changes by hand have left behind, and nothing that a tour has', async () => {
  await addTour('one', 'Marmots and ibexes')
  await addTour('two', 'Ibexes')
  await addTour('draft', 'Wolverines', false)
  expect(await known('ibexes', 'marmots', 'wolverines')).toEqual(['ibexes', 'marmots'])
  const before = await known('kyoto', 'tea', 'temples')
  await site.asOwner(`update tours set name = 'Chamois' where id = 'own-one'`, `delete from tours where id = 'own-two'`)
  await addTour('three', 'Marmots')
  await forgetWords(site.deps, { pageSize: 7 })
  expect(await known('chamois', 'ibexes', 'marmots')).toEqual(['chamois', 'marmots'])
  expect(await known('kyoto', 'tea', 'temples')).toEqual(before)
  expect(await strays()).toEqual([])
})

test('words with marks that mean something in a query are looked up as they stand', async () => {
  await addTour('marks', 'ŉdebele ＼back')
  const odd = await sql<{ word: string }>`select unnest(tsvector_to_array(search)) as word from tours where id = 'own-marks'`.execute(
    site.deps.db,
  )
  const words = odd.rows.map(({ word }) => word)
  expect(words.join(' ')).toMatch(/['\\]/)
  await site.asOwner(`insert into tour_words (word, stem) values ('it''s', 'x'), ('a\\b', 'x'), ('& | !', 'x')`)
  const others = [`it's`, String.raw`a\b`, '& | !']
  expect(await known(...others)).toHaveLength(3)
  expect(await forgetUnused(site.deps.db, [...words, ...others])).toBe(true)
  expect(await known(...words, ...others)).toEqual(words.toSorted())
})

/** Returns the words in which the dictionary and the visible tours differ. */
async function strays(): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    with used as (select distinct unnest(tsvector_to_array(search)) collate "C" as word from tours where is_active)
    select word from used full join tour_words using (word) where used.word is null or stem is null`.execute(site.deps.db)
  return rows.map(({ word }) => word)
}

test('a round that was stopped goes on where it was, and begins anew after its end', async () => {
  const addFirst = async () => site.asOwner(`insert into tour_words (word, stem) values ('0 first', 'x') on conflict do nothing`)
  await site.asOwner(`insert into tour_words (word, stem) values ('~ last', 'x')`)
  await addFirst()
  const round: Round<KnownWord> = {}
  await forgetWords(site.deps, { round, pageSize: 5, stopping: AbortSignal.abort() })
  expect(await known('0 first', '~ last')).toEqual(['~ last'])
  await addFirst()
  await forgetWords(site.deps, { round, pageSize: 5, limitMs: -1 })
  expect(await known('0 first', '~ last')).toEqual(['0 first', '~ last'])
  await forgetWords(site.deps, { round, pageSize: 5 })
  expect(await known('0 first', '~ last')).toEqual(['0 first'])
  await forgetWords(site.deps, { round, pageSize: 5 })
  expect(await known('0 first', '~ last')).toEqual([])
})
