import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { poll } from '../../../../../tests/support/poll.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'
import { tourJobs } from '../tours.ts'
import { forgetWords, WORDS_LOST_JOB } from './known-words.ts'

let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

async function connect(): Promise<pg.PoolClient> {
  const client = await site.deps.pool.connect()
  onTestFinished(() => client.release(true))
  return client
}

function addingTour(id: string, name: string, isActive = true): string {
  return `insert into tours (id, name, destination, duration, overview, base_price_cents, max_people, tour_type, terms_and_conditions, is_active)
    values ('${id}', '${name}', '', 3, '', 100, 4, '', '', ${isActive})`
}

/** Adds a word that no tour has. */
async function addWord(word: string): Promise<void> {
  await site.asOwner(`insert into tour_words (word, stem) values ('${word}', '${word}')`)
}

async function isKnown(word: string): Promise<boolean> {
  const row = await site.deps.db.selectFrom('tour_words').select('word').where('word', '=', word).executeTakeFirst()
  return row !== undefined
}

/** Returns the kinds of locks that connections to this database wait for. */
async function waitedFor(): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    select wait_event as kind from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(site.deps.db)
  return rows.map(({ kind }) => kind)
}

async function forgetLost(words: string[]): Promise<void> {
  const job = tourJobs(site.deps).find(({ name }) => name === WORDS_LOST_JOB)
  await job?.run({ tourId: 'none', words }, new AbortController().signal)
}

test('a word that somebody is just giving to a tour is not forgotten, and the job does not wait for them', async () => {
  await addWord('capybaras')
  const writer = await connect()
  await writer.query('begin')
  await writer.query(addingTour('capybara', 'Capybaras'))
  await forgetWords(site.deps)
  await expect(forgetLost(['capybaras'])).rejects.toThrow('Words of tours are being written.')
  await writer.query('commit')
  expect(await isKnown('capybaras')).toBe(true)
  await forgetWords(site.deps)
  await forgetLost(['capybaras'])
  expect(await isKnown('capybaras')).toBe(true)
})

test.each([
  ['renamed', `update tours set name = 'Pangolins' where id = 'aardvark'`],
  ['published', `update tours set is_active = true where id = 'pangolin'`],
])('nor is the word of a tour that is being %s; when that comes to nothing, the next round forgets it', async (_, statement) => {
  const writer = await connect()
  await writer.query('begin')
  await writer.query(addingTour('aardvark', 'Aardvarks'))
  await writer.query(addingTour('pangolin', 'Pangolins', false))
  await writer.query('commit')
  await addWord('pangolins')
  await writer.query('begin')
  await writer.query(statement)
  await forgetWords(site.deps)
  expect(await isKnown('pangolins')).toBe(true)
  await writer.query('rollback')
  await forgetWords(site.deps)
  expect(await isKnown('pangolins')).toBe(false)
  await writer.query(`delete from tours where id in ('aardvark', 'pangolin')`)
})

test('who gives a word to a tour while it is being forgotten waits, and then adds it again', async () => {
  await addWord('okapis')
  const keeper = await connect()
  await keeper.query('begin')
  await keeper.query(`select from tour_words where word = 'okapis' for update`)
  const forgetting = forgetWords(site.deps)
  await poll('the job to come to the word', async () => (await waitedFor()).includes('transactionid'))
  const writer = await connect()
  const writing = writer.query(addingTour('okapi', 'Okapis'))
  await poll('the writer to wait for the job', async () => (await waitedFor()).includes('advisory'))
  await keeper.query('rollback')
  await Promise.all([forgetting, writing])
  expect(await isKnown('okapis')).toBe(true)
  expect((await sql`select from tour_words where word = 'okapis' and stem = 'okapi'`.execute(site.deps.db)).rows).toHaveLength(1)
})

test('however many write and forget at once, the dictionary ends with the words of the tours', async () => {
  const words = ['lemur', 'tapir', 'civet', 'genet', 'sloth', 'coati']
  const over = new AbortController()
  const writers = ['a', 'b', 'c', 'd'].map(async (id, first) => {
    const client = await connect()
    await client.query(addingTour(id, 'None'))
    for (let turn = 0; turn < 60; turn++) {
      const name = [words[(first + turn) % 6], words[(first + 3 * turn) % 6]].join(' ')
      await client.query('begin')
      await client.query(`update tours set name = '${name}', is_active = ${turn % 5 !== 0} where id = '${id}'`)
      await client.query(turn % 7 === 0 ? 'rollback' : 'commit')
      const { rows } = await client.query(
        `select unnest(tsvector_to_array(search)) as word from tours where id = '${id}' and is_active except select word from tour_words`,
      )
      expect(rows).toEqual([])
    }
  })
  const forgetters = [1, 2].map(async () => {
    while (!over.signal.aborted) await forgetWords(site.deps)
  })
  await Promise.all(writers).finally(() => over.abort())
  await Promise.all(forgetters)
  await forgetWords(site.deps)
  const { rows } = await sql<{ word: string }>`
    with used as (select distinct unnest(tsvector_to_array(search)) collate "C" as word from tours where is_active)
    select word from used full join tour_words using (word) where used.word is null or stem is null`.execute(site.deps.db)
  expect(rows).toEqual([])
})
