import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutParts } from '#shared/tours/search-parts.ts'
import { loadConfig } from '#server/config.ts'
import { anyText } from '../../../../../tests/support/any-text.ts'
import { editDistance, isTypoOf, toWords } from './search-text.ts'
import { readSearchKnowledge } from './search.ts'

const TODAY = '2026-12-22'
const { read: parseSearch, readWithoutLength } = await readSearchKnowledge(loadConfig({}))

test.each([
  ['', { words: [] }],
  ['   ', { words: [] }],
  ['Bali', { words: ['bali'] }],
  ['4 days', { duration: 4, words: [] }],
  ['1 day', { duration: 1, words: [] }],
  ['7days', { duration: 7, words: [] }],
  ['3 Guests', { guests: 3, words: [] }],
  ['1 GUEST', { guests: 1, words: [] }],
  ['2027-03-01', { day: '2027-03-01', words: [] }],
  ['Japan Hiking 5 days 2 Guests 2027-03-01', { words: ['japan', 'hiking'], duration: 5, guests: 2, day: '2027-03-01' }],
  ['2027-03-01 2 Guests 5 days Hiking Japan', { words: ['hiking', 'japan'], duration: 5, guests: 2, day: '2027-03-01' }],
  ['5 days Japan 2027-03-01 City Tour 2 Guests', { words: ['japan', 'city', 'tour'], duration: 5, guests: 2, day: '2027-03-01' }],
  // The specified page appends the word days to whatever is typed into its free Days field.
  ['abc days', { words: ['abc'] }],
  ['days', { words: [] }],
  ['1.5 days', { words: ['1', '5'] }],
  ['-3 days', { words: ['3'] }],
  ['99999 days', { words: ['99999'] }],
  // An impossible date is text like any other.
  ['2027-02-30', { words: ['2027', '02', '30'] }],
  ['0000-01-01', { words: ['0000', '01', '01'] }],
  ['🏝️ 🎒', { words: [] }],
  ['Bali 🏝️', { words: ['bali'] }],
  ["'; drop table tours; --", { words: ['drop', 'table'] }],
  ['%_\\', { words: [] }],
  ['one week', { duration: 7, words: [] }],
  ['2 weeks Japan', { duration: 14, words: ['japan'] }],
  ['Five Days', { duration: 5, words: [] }],
  // The page's filter comes after the guests in the search row.
  ['2 Guests 6 guests', { guests: 6, words: [] }],
  ['two guests', { guests: 2, words: [] }],
  ['Japan for two under £3000', { guests: 2, highestPrice: 3000, words: ['japan'] }],
  ['for 4 people', { guests: 4, words: [] }],
  ['3 adults Bali', { guests: 3, words: ['bali'] }],
  ['two travelers', { guests: 2, words: [] }],
  ['for two weeks', { duration: 14, words: [] }],
  ['for 5 days for three', { duration: 5, guests: 3, words: [] }],
  ['for 5 nights', { durations: { from: 6, to: 7 }, words: [] }],
  // A week without a number is a word like any other.
  ['a family week', { words: ['family', 'week'] }],
  ['under $1000', { highestPrice: 1000, words: [] }],
  ['Japan less than $ 1,500', { highestPrice: 1500, words: ['japan'] }],
  ['up to £900 beach', { highestPrice: 900, words: ['beach'] }],
  ['free cancellation', { isFreeToCancel: true, words: [] }],
  ['Japan Free  Cancellation 2 Guests', { isFreeToCancel: true, guests: 2, words: ['japan'] }],
  ['free walks', { words: ['free', 'walks'] }],
  ['under water', { words: ['under', 'water'] }],
  ['Bali in March', { month: { month: 3 }, words: ['bali'] }],
  ['december 2027', { month: { month: 12, year: 2027 }, words: [] }],
  ['may 0000', { month: { month: 5 }, words: ['0000'] }],
  ['marching', { words: ['marching'] }],
  ['short trip', { durations: { from: 1, to: 4 }, words: [] }],
  ['summer 2027', { span: { from: '2027-06-01', to: '2027-08-31' }, words: [] }],
  ['winter of 2027', { span: { from: '2027-12-01', to: '2028-02-28' }, words: [] }],
  ['summer camp', { words: ['summer', 'camp'] }],
  ['guided tour with hotel', { words: [] }],
  ['last minute', { words: [] }],
  ['solo Japan', { guests: 1, words: ['japan'] }],
  ['7-day', { duration: 7, words: [] }],
  ['7 day Japan', { duration: 7, words: ['japan'] }],
  ['a two-week holiday', { duration: 14, words: [] }],
  ['seven-day trip', { duration: 7, words: [] }],
  ['fourteen days', { duration: 14, words: [] }],
  ['seventeen days', { duration: 17, words: [] }],
  ['Twenty days', { duration: 20, words: [] }],
  ['twenty-one days', { duration: 21, words: [] }],
  ['thirty five days', { duration: 35, words: [] }],
  ['for twenty two', { guests: 22, words: [] }],
  ['eleven people', { guests: 11, words: [] }],
  ['5-7 days', { durations: { from: 5, to: 7 }, words: [] }],
  ['ten to twenty days', { durations: { from: 10, to: 20 }, words: [] }],
  ['1 to 2 weeks Bali', { durations: { from: 7, to: 14 }, words: ['bali'] }],
  ['under 5 days', { durations: { from: 1, to: 4 }, words: [] }],
  ['up to a beach', { words: ['up', 'beach'] }],
  ['up to 5 days', { durations: { from: 1, to: 5 }, words: [] }],
  ['max 7 days', { durations: { from: 1, to: 7 }, words: [] }],
  ['7 days or less', { durations: { from: 1, to: 7 }, words: [] }],
  ['2 weeks max.', { durations: { from: 1, to: 14 }, words: [] }],
  // Words that may be part of a tour's name are only a hint.
  ['a week in Japan', { durations: { from: 7, to: 7, orSays: 'week' }, words: ['japan'] }],
  ['Weekend Paris', { durations: { from: 2, to: 3, orSays: 'weekend' }, words: ['paris'] }],
  ['a fortnight', { durations: { from: 14, to: 14, orSays: 'fortnight' }, words: [] }],
  ['Paris and a Day on the Loire', { words: ['paris', 'loire'] }],
  ['under $1k', { highestPrice: 1000, words: [] }],
  ['under 1.5k', { highestPrice: 1500, words: [] }],
  ['below 999.50', { highestPrice: 999.5, words: [] }],
  ['max 1000', { highestPrice: 1000, words: [] }],
  ['Max. £1,000 per person', { highestPrice: 1000, words: [] }],
  ['maximum $1000', { highestPrice: 1000, words: [] }],
  ['no more than 1000€ each', { highestPrice: 1000, words: [] }],
  ['$1000 or less', { highestPrice: 1000, words: [] }],
  ['Japan 2k max', { highestPrice: 2000, words: ['japan'] }],
  ['1,500 pp or less', { highestPrice: 1500, words: [] }],
  ['under 999,999,999,999', { highestPrice: 20_000_000, words: [] }],
  ['1000', { words: ['1000'] }],
  ['Maxwell 1000', { words: ['maxwell', '1000'] }],
  ['Bali in Jul', { month: { month: 7 }, words: ['bali'] }],
  ['Aug. 2027', { month: { month: 8, year: 2027 }, words: [] }],
  ['sept', { month: { month: 9 }, words: [] }],
  ['mar 2027', { month: { month: 3, year: 2027 }, words: [] }],
  ['Viña del Mar', { words: ['vina', 'del', 'mar'] }],
  ['sun', { words: ['sun'] }],
  // A case-insensitive pattern matches the long s as an s.
  ['ſept', { month: { month: 9 }, words: [] }],
  ['ſeven days', { duration: 7, words: [] }],
  ['this month', { month: { month: 12, year: 2026 }, words: [] }],
  ['Japan next month', { month: { month: 1, year: 2027 }, words: ['japan'] }],
  ['family holidays', { words: ['family'] }],
  // Filler words are left out; the words of a specified filter stay together.
  ['I’d like to go to Bali with my kids in August, please!', { month: { month: 8 }, words: ['bali', 'kids'] }],
  ['things to do in New York', { words: ['new', 'york'] }],
  ['tours in Kyoto', { words: ['kyoto'] }],
  ['city-tour', { words: ['city', 'tour'] }],
  ['cheap family trip', { isCheap: true, words: ['family'] }],
  ['pas cher', { isCheap: true, words: [] }],
  ['Japan $2000', { highestPrice: 2000, words: ['japan'] }],
  ['unter 1.000 Euro', { highestPrice: 1000, words: [] }],
  // Days.
  ['24 dec', { day: '2026-12-24', words: [] }],
  ['December 24th, 2027', { day: '2027-12-24', words: [] }],
  ['for the 24th of december', { day: '2026-12-24', words: [] }],
  ['für 24. Dezember', { day: '2026-12-24', words: [] }],
  ['le 1er août', { day: '2027-08-01', words: [] }],
  ['21 dec', { day: '2027-12-21', words: [] }],
  ['24.12.', { day: '2026-12-24', words: [] }],
  ['24/12/2027', { day: '2027-12-24', words: [] }],
  ['12/24', { day: '2026-12-24', words: [] }],
  ['29 Feb', { day: '2028-02-29', words: [] }],
  ['31 February', { month: { month: 2 }, words: ['31'] }],
  ['28 Dec to 3 Jan', { span: { from: '2026-12-28', to: '2027-01-03' }, words: [] }],
  ['5-12 August', { span: { from: '2027-08-05', to: '2027-08-12' }, words: [] }],
  ['today', { day: '2026-12-22', words: [] }],
  ['demain à Paris', { day: '2026-12-23', words: ['paris'] }],
  ['übermorgen', { day: '2026-12-24', words: [] }],
  // 22 December 2026 is a Tuesday.
  ['this weekend', { span: { from: '2026-12-26', to: '2026-12-27' }, words: [] }],
  ['Paris next weekend', { span: { from: '2027-01-02', to: '2027-01-03' }, words: ['paris'] }],
  ['nächstes Wochenende', { span: { from: '2027-01-02', to: '2027-01-03' }, words: [] }],
  ['next week', { span: { from: '2026-12-28', to: '2027-01-03' }, words: [] }],
  ['in two weeks', { span: { from: '2027-01-04', to: '2027-01-10' }, words: [] }],
  ['in 3 months', { month: { month: 3, year: 2027 }, words: [] }],
  ['on Saturday', { day: '2026-12-26', words: [] }],
  ['Tuesday', { day: '2026-12-22', words: [] }],
  ['next Friday', { day: '2027-01-01', words: [] }],
  ['im Mai', { month: { month: 5 }, words: [] }],
  ['Chiang Mai', { words: ['chiang', 'mai'] }],
  ['au mois d’août', { month: { month: 8 }, words: ['mois'] }],
  // Holidays.
  ['christmas', { span: { from: '2026-12-24', to: '2026-12-26' }, words: [] }],
  ['new year’s eve', { span: { from: '2026-12-31', to: '2026-12-31' }, words: [] }],
  ['Christmas holidays', { span: { from: '2026-12-20', to: '2027-01-03' }, words: [] }],
  ['Ostern', { span: { from: '2027-03-26', to: '2027-03-29' }, words: [] }],
  ['easter 2028', { span: { from: '2028-04-14', to: '2028-04-17' }, words: [] }],
  ['Thanksgiving', { span: { from: '2027-11-25', to: '2027-11-28' }, words: [] }],
  ['August bank holiday', { span: { from: '2027-08-28', to: '2027-08-30' }, words: [] }],
  ['Ramadan', { span: { from: '2027-02-08', to: '2027-03-08' }, words: [] }],
  ['Chinese New Year', { span: { from: '2027-02-06', to: '2027-02-08' }, words: [] }],
  ['Christmas market', { words: ['christmas', 'market'] }],
  // People.
  ['2 adults 1 child', { guests: 3, words: [] }],
  ['two adults, 2 kids and 1 infant', { guests: 5, words: [] }],
  ['with 2 kids', { guests: 2, words: ['kids'] }],
  ['2 Erwachsene und 2 Kinder', { guests: 4, words: [] }],
  ['a family of four', { guests: 4, words: [] }],
  ['7 nights', { durations: { from: 8, to: 9 }, words: [] }],
  // Names of places.
  ['京都旅行', { words: ['kyoto'] }],
  ['来週、東京へ', { span: { from: '2026-12-28', to: '2027-01-03' }, words: ['tokyo'] }],
  ['Vereinigte Staaten', { words: ['usa'] }],
  ['Côte d’Azur', { words: ['riviera'] }],
])('%j is understood', (text, search) => {
  expect(parseSearch(text, TODAY)).toEqual(search)
})

test('a search is understood whatever the order of its parts', () => {
  const parts = ['2027-03-01', '5 days', '2 Guests', 'Réunion']
  fc.assert(
    fc.property(fc.shuffledSubarray(parts, { minLength: 4 }), (shuffled) => {
      expect(parseSearch(shuffled.join(' '), TODAY)).toEqual({ duration: 5, guests: 2, day: '2027-03-01', words: ['reunion'] })
    }),
  )
})

test('of a text that is too long, or has too many words, the rest is ignored', () => {
  expect(parseSearch(`Bali ${' '.repeat(300)} Japan`, TODAY)).toEqual({ words: ['bali'] })
  expect(parseSearch('a'.repeat(10_000), TODAY)).toEqual({ words: ['a'.repeat(200)] })
  const words = Array.from({ length: 40 }, (_, index) => `w${index}`)
  expect(parseSearch(`${words.join(' ')} 5 days`, TODAY)).toEqual({ duration: 5, words: words.slice(0, 24) })
})

test('nothing makes a search fail', () => {
  fc.assert(
    fc.property(anyText(200), (text) => {
      const { words } = parseSearch(text, TODAY)
      for (const word of words) expect(isTypoOf(word, 'bali')).toBeTypeOf('boolean')
    }),
  )
})

test('words are compared without accents, case or punctuation', () => {
  expect(toWords('Réunion, Île-de-France & ŁÓDŹ')).toEqual(['reunion', 'ile', 'de', 'france', 'łodz'])
  expect(toWords('京都 ๓ Ünïcödé')).toEqual(['京都', '๓', 'unicode'])
  expect(toWords('Re\u0301union')).toEqual(toWords('R\u00e9union'))
})

const anyWord = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 })

test('the number of edits is 0 only for the same word, the same both ways, and never above the length of the longer word', () => {
  fc.assert(
    fc.property(anyWord, anyWord, (one, other) => {
      const edits = editDistance(one, other, 10)
      expect(edits === 0).toBe(one === other)
      expect(editDistance(other, one, 10)).toBe(edits)
      expect(edits).toBeLessThanOrEqual(Math.max(one.length, other.length))
    }),
  )
})

const withoutLength = (text: string) => readWithoutLength(text, parseSearch(text, TODAY), TODAY)

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
