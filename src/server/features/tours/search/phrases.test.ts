import { expect, test } from 'vitest'
import { loadConfig } from '#server/config.ts'
import { phrasesOf, readPhrases } from './phrases.ts'
import { toTokens, type Token } from './readings.ts'
import { readVocabulary } from './vocabulary.ts'

const TODAY = '2026-12-22'
const phrases = phrasesOf(await readVocabulary(loadConfig({}).SEARCH_FOLDER))

/** Counts how often reading the phrases examines a token. */
function looksAt(text: string): number {
  let looks = 0
  const tokens = toTokens(text).map(({ text: written, start, plain, beginsPart }): Token => {
    return {
      start,
      get text() {
        looks++
        return written
      },
      get plain() {
        looks++
        return plain
      },
      get beginsPart() {
        looks++
        return beginsPart
      },
    }
  })
  readPhrases(phrases, tokens, TODAY)
  return looks
}

/** Beginnings of phrases, or parts that could go on for long, repeated. */
test.each([
  '1 ',
  '1-',
  '1 - ',
  '1,',
  '1,000,',
  '111,111',
  '$ ',
  '$1 $ ',
  'max. ',
  'up to ',
  'no more than ',
  'under $1,000 ',
  '1000 each or ',
  '1k per person ',
  'twenty-',
  'twenty one ',
  'for two ',
  'for twenty one to ',
  'mar. ',
  'may 2027 ',
  '2027-02-',
  '2027-02-30 ',
  'next ',
  'free ',
  '7 days or less ',
  'in two ',
  '24 dec to ',
  '24 to ',
  '24.12.',
  'dec 24, ',
  'new year ',
  'easter 2027 ',
  '2 adults 2 kids and ',
  '1 + 2 + ',
  '5 , ',
  'l’été ',
])('reading the phrases of %j, again and again, takes twice the work for twice the text', (text) => {
  const [once, twice] = [looksAt(text.repeat(500)), looksAt(text.repeat(1000))]
  expect(once).toBeGreaterThan(500)
  expect(twice).toBeLessThan(2.01 * once)
  expect(twice).toBeLessThan(200 * toTokens(text.repeat(1000)).length)
})

test('what is between tokens costs nothing: a thousand spaces are one', () => {
  const apart = ['1', ' '.repeat(1000), '1', ' '.repeat(1000), 'qa'].join('')
  expect(toTokens(apart)).toHaveLength(3)
  expect(looksAt(apart)).toBe(looksAt('1 1 qa'))
})

test('every character of a text is in one token, or is space', () => {
  const text = ' $1,500pp  mar.2027\u3000e\u0301t\u00e9 \ud83c\udfdd\ufe0f 7-day\ud800 '
  expect(
    toTokens(text)
      .map((token) => token.text)
      .join(''),
  ).toBe(text.replaceAll(/\s/g, ''))
})
