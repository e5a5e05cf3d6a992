import fc from 'fast-check'
import { expect, test } from 'vitest'
import { authorName } from './author-name.ts'

test.each([
  ['Ada Lovelace', 'Ada L.'],
  ['Ada', 'Ada'],
  ['  ada   augusta  king ', 'ada K.'],
  ['Zoë Éclair', 'Zoë É.'],
  ['Zoe\u0301 E\u0301clair', 'Zoe\u0301 E\u0301.'],
  ['李 小龙', '李 小.'],
  ['Ada 👩🏽‍🚀', 'Ada 👩🏽‍🚀.'],
  ['نرگس می‌خواهد', 'نرگس م.'],
  ['\u200d\u200d Ada', 'Ada'],
  ['ada@example.test', 'A traveller'],
  ['Ada ada@example.test', 'A traveller'],
  ['', 'A traveller'],
  ['\u202e', 'A traveller'],
  ['x'.repeat(100), 'x'.repeat(30)],
])('%j is shown as %j', (name, shown) => {
  expect(authorName(name)).toBe(shown)
})

test('whatever the name, only its first word and one letter are shown, on one line, and never an address', () => {
  const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(fc.array(word, { maxLength: 5 }), (words) => {
      const shown = authorName(words.join(' '))
      expect(shown).not.toMatch(/[@\p{Cc}\u2028\u2029\u202a-\u202e]/u)
      expect(shown.trim()).toBe(shown)
      expect(shown.length).toBeGreaterThan(0)
      expect(shown.split(' ').length).toBeLessThanOrEqual(2)
    }),
  )
})
