import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '#server/config.ts'
import { anyText } from '../../../../../tests/support/any-text.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'
import { findTours } from './found-tours.ts'
import { toWords } from './search-text.ts'
import { readSearchKnowledge } from './search.ts'
import { explainWords } from './words.ts'

const PAGE = { page: 1, limit: 100 }
/** The only tour. */
const KNOWN = 'Kyoto, Japan. Temples, tea and a mountain path with hiking and food for families'
let site: TestApp
const { read: parseSearch, synonyms } = await readSearchKnowledge(loadConfig({}))

beforeAll(async () => {
  site = await createTestApp()
  await site.asOwner(
    'truncate tours, tour_words cascade',
    `insert into tours (id, name, destination, duration, overview, base_price_cents, max_people, tour_type, tags, terms_and_conditions)
      values ('known', '', '', 5, '${KNOWN}', 90000, 8, '', '{"Île-de-Réunion", "Łódź", "été"}', '')`,
  )
})
afterAll(async () => site.close())

/** Returns whether the tour has all these words. */
async function matches(words: string[]): Promise<boolean> {
  const { db } = site.deps
  const { total } = await findTours(db, PAGE, { words }, await explainWords(db, words, synonyms), '2027-01-01')
  return total === 1
}

test.each([
  ['kyoto', true, 'exact'],
  ['kyo', true, 'beginning'],
  ['k', true, 'one letter'],
  ['yoto', false, 'middle'],
  ['kyto', true, 'letter left out'],
  ['kyotoo', true, 'letter too many'],
  ['kyota', true, 'other letter'],
  ['ykoto', false, 'typo in the first letter'],
  ['kyoot', true, 'neighbours swapped'],
  ['moutnain', true, 'swapped in a long word'],
  ['mountian', true, 'swapped again'],
  ['mauntein', true, 'two typos in a long word'],
  ['maunteyn', false, 'three typos'],
  ['tempels', true, 'swapped'],
  ['tae', false, 'short words are meant as they stand'],
  ['hikinh', true, 'last letter wrong'],
  ['famlies', true, 'missing letter in a beginning'],
  ['iceland', false, 'another word'],
])('%s is found: %s (%s)', async (word, isFound) => {
  expect(await matches([word])).toBe(isFound)
})

test.each(['réunion', 'REUNION', 'ile', 'lodz', 'łódź', 'été', 'été'])('%s is found without its accents', async (word) => {
  expect(await matches(toWords(word))).toBe(true)
})

test.each(['constructor', '__proto__', 'toString'])('%s is a word like any other', async (word) => {
  expect(await matches([word, ...toWords(word)])).toBe(false)
})

test('every word narrows the search: an unknown one leaves nothing', async () => {
  expect(await matches(['kyoto', 'hiking'])).toBe(true)
  expect(await matches(['kyoto', 'skiing'])).toBe(false)
  expect(await matches([])).toBe(true)
})

test('of many beginnings of frequent words four are looked for; of the others only what they say, and nothing is asked twice', async () => {
  const letters = ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'j']
  const known = letters.flatMap((letter) => Array.from({ length: 30 }, (_, index) => `('${letter}orge${index}', '${letter}orge${index}')`))
  await site.asOwner(`insert into tour_words (word, stem) values ${known.join(', ')}, ('j', 'j')`)
  const meanings = await explainWords(site.deps.db, [...letters, ...letters], synonyms)
  expect(meanings).toEqual([[`'b':*`], [`'c':*`], [`'d':*`], [`'e':*`], [`'j'`]])
})

test('a word of 200 characters is matched at once', async () => {
  const words = Array.from({ length: 10_000 }, (_, index) => `('xylophone${index}', 'xylophon')`)
  await site.asOwner(`insert into tour_words (word, stem) values ${words.join(', ')}`)
  const started = performance.now()
  expect(await matches(['x'.repeat(200)])).toBe(false)
  expect(performance.now() - started).toBeLessThan(2000)
})

test('nothing makes a search fail', async () => {
  const { db } = site.deps
  const text = fc.oneof(anyText(200), fc.string({ unit: fc.constantFrom(`'`, '\\', '½', 'ß', 'x', ':', '*', ' ') }))
  await fc.assert(
    fc.asyncProperty(text, async (asked) => {
      // A request's text contains no character that PostgreSQL cannot store.
      const search = parseSearch(asked.replaceAll('\0', ' ').toWellFormed(), '2027-01-01')
      const found = await findTours(db, PAGE, search, await explainWords(db, search.words, synonyms), '2027-01-01')
      expect(found.isExact).toBe(true)
    }),
    { numRuns: 200 },
  )
})
