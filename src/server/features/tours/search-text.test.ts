import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance, isTypoOf, parseSearch, toWords } from './search-text.ts'

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
  // The specified page appends the word days to whatever was typed into its free Days field.
  ['abc days', { words: ['abc'] }],
  ['days', { words: [] }],
  ['1.5 days', { words: ['1', '5'] }],
  ['-3 days', { words: ['3'] }],
  ['99999 days', { words: ['99999'] }],
  // A date that does not exist is text like any other.
  ['2027-02-30', { words: ['2027', '02', '30'] }],
  ['0000-01-01', { words: ['0000', '01', '01'] }],
  ['🏝️ 🎒', { words: [] }],
  ['Bali 🏝️', { words: ['bali'] }],
  ["'; drop table tours; --", { words: ['drop', 'table', 'tours'] }],
  ['%_\\', { words: [] }],
  ['one week', { duration: 7, words: [] }],
  ['2 weeks Japan', { duration: 14, words: ['japan'] }],
  ['Five Days', { duration: 5, words: [] }],
  // A filter of the page comes after the search row's guests.
  ['2 Guests 6 guests', { guests: 6, words: [] }],
  ['two guests', { guests: 2, words: [] }],
  ['Japan for two under £3000', { guests: 2, highestPrice: 3000, words: ['japan'] }],
  ['for 4 people', { guests: 4, words: [] }],
  ['3 adults Bali', { guests: 3, words: ['bali'] }],
  ['two travelers', { guests: 2, words: [] }],
  ['for two weeks', { duration: 14, words: ['for'] }],
  ['for 5 days for three', { duration: 5, guests: 3, words: ['for'] }],
  ['for 5 nights', { words: ['for', '5', 'nights'] }],
  // A week that is not counted is a word like any other.
  ['a family week', { words: ['a', 'family', 'week'] }],
  ['under $1000', { highestPrice: 1000, words: [] }],
  ['Japan less than $ 1,500', { highestPrice: 1500, words: ['japan'] }],
  ['up to £900 beach', { highestPrice: 900, words: ['beach'] }],
  ['free cancellation', { isFreeToCancel: true, words: [] }],
  ['Japan Free  Cancellation 2 Guests', { isFreeToCancel: true, guests: 2, words: ['japan'] }],
  ['free walks', { words: ['free', 'walks'] }],
  ['under 5 days', { duration: 5, words: ['under'] }],
  ['under water', { words: ['under', 'water'] }],
  ['Bali in March', { month: { month: 3 }, words: ['bali', 'in'] }],
  ['december 2027', { month: { month: 12, year: 2027 }, words: [] }],
  ['may 0000', { month: { month: 5 }, words: ['0000'] }],
  ['marching', { words: ['marching'] }],
])('%j is understood', (text, search) => {
  expect(parseSearch(text)).toEqual(search)
})

test('a search is understood whatever the order of its parts', () => {
  const parts = ['2027-03-01', '5 days', '2 Guests', 'Réunion']
  fc.assert(
    fc.property(fc.shuffledSubarray(parts, { minLength: 4 }), (shuffled) => {
      expect(parseSearch(shuffled.join(' '))).toEqual({ duration: 5, guests: 2, day: '2027-03-01', words: ['reunion'] })
    }),
  )
})

test('nothing makes a search fail', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const { words } = parseSearch(text)
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
