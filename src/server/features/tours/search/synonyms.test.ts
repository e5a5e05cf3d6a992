import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Tour } from '#shared/tours/public.ts'
import { listTours, suggestTours } from '#shared/tours/search-calls.ts'
import { loadConfig } from '#server/config.ts'
import type { Browser } from '../../../../../tests/support/browser.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'
import { readerOf } from './search-text.ts'
import { parseSynonyms, readSynonyms, SynonymsError } from './synonyms.ts'
import { readVocabulary } from './vocabulary.ts'

/** The file that comes with the program. */
const { read } = readerOf(await readVocabulary(loadConfig({}).SEARCH_FOLDER))
const synonyms = await readSynonyms(loadConfig({}).SYNONYMS_FILE, read)
/** Words of that file for which the demo has no tour. */
const NOT_IN_DEMO: string[] = []
let site: TestApp
let visitor: Browser
let all: Tour[]

beforeAll(async () => {
  site = await createTestApp()
  visitor = await site.customer()
  all = await search('')
})
afterAll(async () => site.close())

async function search(text: string, who = visitor): Promise<Tour[]> {
  return (await who.get(`${listTours.path}?${new URLSearchParams({ limit: '100', search: text }).toString()}`)).json.data
}

async function suggested(text: string): Promise<string[]> {
  return idsOf((await visitor.get(`${suggestTours.path}?${new URLSearchParams({ search: text }).toString()}`)).json.data)
}

const idsOf = (tours: { id: string }[]) => tours.map(({ id }) => id)
const found = async (text: string) => idsOf(await search(text))
const wordsOf = ({ destination, name, tourType, tags, overview }: Tour) =>
  [destination, name, tourType, ...tags, overview].join(' ').toLowerCase()

function refused(text: string): string {
  try {
    parseSynonyms('ours.json', text, read)
  } catch (error) {
    expect(error).toBeInstanceOf(SynonymsError)
    return (error as SynonymsError).message
  }
  throw new Error('It was not refused.')
}

test('each word of the file finds some tours of the demo and not all, except where the demo has none', async () => {
  const nothing: string[] = []
  for (const word of synonyms.words) {
    const count = (await found(word)).length
    if (count === 0) nothing.push(word)
    expect(count, word).toBeLessThan(all.length)
  }
  expect(nothing).toEqual(NOT_IN_DEMO)
})

test('a honeymoon is a tour for few, coves, châteaux or wine, and none for families only', async () => {
  const honeymoons = await search('honeymoon')
  expect(idsOf(honeymoons)).toEqual(expect.arrayContaining(idsOf(all.filter(({ tourType }) => tourType === 'Private'))))
  for (const tour of honeymoons) {
    expect(wordsOf(tour), tour.id).toMatch(/private|cove|château|wine/)
    expect(tour.tourType, tour.id).not.toBe('Family')
  }
  expect(await found('romantic holiday')).toEqual(idsOf(honeymoons))
  expect(await found('beach honeymoon')).toEqual(idsOf(honeymoons.filter(({ tags }) => tags.includes('beach'))))
})

test('a tour that says it is romantic is what a honeymoon finds, and nothing else', async () => {
  const own = await createTestApp()
  onTestFinished(async () => own.close())
  await own.deps.db.updateTable('tours').set({ tour_type: 'Romantic' }).where('id', '=', 'kyoto-temples-and-tea').execute()
  expect(idsOf(await search('honeymoon', await own.customer()))).toEqual(['kyoto-temples-and-tea'])
})

test('a word with synonyms is understood with a typo, and while it is being typed', async () => {
  for (const [word, others] of [
    ['honeymoon', ['honemoon', 'honeymoom', 'hone', 'honeym']],
    ['indonesia', ['indonesa', 'indon']],
  ] as const) {
    const tours = await found(word)
    for (const other of others) {
      expect(await found(other), other).toEqual(tours)
      expect(await suggested(other), other).toEqual(tours.slice(0, 5))
    }
  }
})

test('an agency can name a file of its own', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'meridian-synonyms-'))
  onTestFinished(async () => rm(folder, { recursive: true }))
  const file = path.join(folder, 'ours.json')
  await writeFile(file, '\uFEFF[{ "words": ["Lunedemiel", "Été"], "find": ["Kyōto"] }]')
  const own = await createTestApp({ SYNONYMS_FILE: file })
  onTestFinished(async () => own.close())
  const reader = await own.customer()
  const kyoto = idsOf(await search('kyoto', reader))
  expect(kyoto).not.toEqual([])
  expect(idsOf(await search('lunedemiel', reader))).toEqual(kyoto)
  expect(idsOf(await search('été', reader))).toEqual(kyoto)
  expect(await search('honeymoon', reader)).toEqual([])
})

test.each([
  ['', /^SYNONYMS_FILE: ours\.json is not JSON: .+\.$/],
  ['[\n  { "words": ["kids"], "find": ["family"], }\n]', /^SYNONYMS_FILE: ours\.json is not JSON: .+line 2.+\.$/],
  ['{ "kids": ["family"] }', /^SYNONYMS_FILE: ours\.json: must be a list of entries, .+\.$/],
  ['[{ "words": ["x"], "find": ["b"] }, "kids"]', /^SYNONYMS_FILE: ours\.json, entry 2 \("kids"\): .+\.$/],
  ['[{ "words": ["kids"], "fnid": ["family"] }]', /entry 1 .+, find: must be a list of words\.\n.+entry 1 .+"fnid"/],
  ['[{ "words": [], "find": ["family"] }]', /entry 1 .+, words: is empty\.$/],
  ['[{ "words": ["kids"], "find": [] }]', /entry 1 .+, find: is empty\.$/],
  ['[{ "words": ["kids"], "find": [7] }]', /entry 1 .+, find: must be a word in quotes\.$/],
  ['[{ "words": ["kids"], "find": ["hot springs"] }]', /entry 1 .+, find: “hot springs” is not one word\.$/],
  ['[{ "words": ["…"], "find": ["family"] }]', /entry 1 .+, words: “…” is not one word\.$/],
  ['[{ "words": ["July"], "find": ["summer"] }]', /entry 1 .+, words: “july” is never looked up: .+\.$/],
  ['[{ "words": ["days"], "find": ["summer"] }]', /entry 1 .+, words: “days” is never looked up: .+\.$/],
  ['[{ "words": ["kids"], "find": ["a"] }, { "words": ["Kids"], "find": ["b"] }]', /entry 2 .+, words: “kids” is listed twice\.$/],
  [
    JSON.stringify([{ words: ['kids'], find: Array.from({ length: 21 }, (_, at) => `w${at}`) }]),
    /entry 1 .+, find: has more than 20 words\.$/,
  ],
])('%s is refused with the place and what is wrong', (text, message) => {
  expect(refused(text)).toMatch(message)
})

test('a file that is not there is named', async () => {
  const file = path.join(os.tmpdir(), 'nowhere', 'synonyms.json')
  await expect(readSynonyms(file, read)).rejects.toThrow(`SYNONYMS_FILE: ${file} cannot be read (ENOENT).`)
})
