import { expect, test } from 'vitest'
import { withoutParts } from '#shared/tours/search-parts.ts'
import { loadConfig } from '#server/config.ts'
import { readerOf } from './search-text.ts'
import { readVocabulary } from './vocabulary.ts'

const TODAY = '2026-12-22'
const { read, readWithoutLength } = readerOf(await readVocabulary(loadConfig({}).SEARCH_FOLDER))

const withoutLength = (text: string) => readWithoutLength(text, read(text, TODAY), TODAY)

test.each([
  ['7 days in Bali', 'Bali'],
  ['I want to go to Bali for seven days, please', 'I want to go to Bali , please'],
  ['beach one to two weeks July 2027', 'beach July 2027'],
  ['Bali 7 days 3 days', 'Bali'],
  ['7 days for two in Bali', 'for two in Bali'],
  ['7 Tage auf Bali', 'Bali'],
  ['Bali, a fortnight for two', 'Bali, for two'],
  ['weekend 2 guests', '2 guests'],
])('“%s” without its length is “%s”', (text, rest) => {
  expect(withoutParts(text, withoutLength(text)?.parts ?? [])).toBe(rest)
})

test.each(['Bali', '', 'this weekend in Bali', 'in two weeks'])('“%s” asks for no length', (text) => {
  expect(withoutLength(text)).toBeUndefined()
})
