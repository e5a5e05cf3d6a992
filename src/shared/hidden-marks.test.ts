import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutHiddenMarks } from './hidden-marks.ts'

test.each([
  ['reversed', 'Ada \u202Eecalevol\u202C', 'Ada ecalevol'],
  ['isolated', '\u2066Ada\u2069 \u2067Lovelace\u2068', 'Ada Lovelace'],
  ['spaces without width', 'A\u200Bd\u2060a\uFEFF', 'Ada'],
  ['soft hyphens', 'Love\u00ADlace', 'Lovelace'],
  ['joiners between Latin letters', 'A\u200Dd\u200Ca', 'Ada'],
  ['joiners in a row', 'می\u200C\u200C\u200Dخواهم', 'می\u200Cخواهم'],
  ['tags', 'Ada\u{E0041}\u{E0064}\u{E0001}\u{E007F}', 'Ada'],
  ['tags that are no flag', '🏴\u{E0041}\u{E0042}\u{E0043}\u{E007F}', '🏴'],
  ['variants in a row', '☀\uFE0F\uFE0F\uFE0E A\uFE0F\u{E0101}', '☀\uFE0F A'],
  ['variants of letters', 'A\uFE00d\uFE01a\u{E0100}', 'Ada'],
  ['annotations', '\uFFF9Ada\uFFFAa note\uFFFB', 'Adaa note'],
  ['Hangul fillers', 'A\u3164\u115F\u1160\uFFA0da', 'Ada'],
  ['invisible operators', 'A\u2061d\u2062a\u2063', 'Ada'],
  ['musical and shorthand controls', 'A\u{1D173}d\u{1BCA0}a', 'Ada'],
  ['joiners that join nothing', '👩\u200D', '👩'],
  ['marks of direction in a row', 'שרה\u200E\u200E\u200F', 'שרה\u200E'],
  ['marks of direction where all runs to the right', 'Refund 12\u200F-\u200F34\u200E\u061C', 'Refund 12-34'],
  ['nothing but marks', '\u200E\u200B \u3164\u2800', ''],
])('%s go', (_what, text, left) => {
  expect(withoutHiddenMarks(text)).toBe(left)
})

test.each([
  ['Persian, with what keeps letters apart', 'علی\u200Cرضا می\u200Cخواهم'],
  ['Persian, joined to nothing', 'ه\u200D'],
  ['Urdu', 'محمد\u200Cعلی'],
  ['Arabic, with vowels and a mark of direction', 'مُحَمَّد \u200F(10)\u200E A'],
  ['Hindi, with a joiner', 'क्\u200Dष श्री\u200C'],
  ['Sinhala', 'ශ්\u200Dරී ලංකා'],
  ['Malayalam, with an old final letter', 'അവന്\u200D'],
  ['Bengali', 'র\u200D্যাব'],
  ['Hebrew, with points and marks of direction', 'שָׂרָה \u200Fכהן\u200F (A)'],
  ['Mongolian, with a vowel apart', 'ᠪᠠᠷᠠ\u180Eᠠ ᠭ\u180Bᠤ'],
  ['Japanese, with a variant of a character', '葛\u{E0100}城 辻\uFE00'],
  ['Korean', '김민준'],
  ['Thai', 'สมชาย'],
  ['Vietnamese in parts', 'Nguye\u0302\u0303n'],
  ['a family', '👨‍👩‍👧‍👦'],
  ['people at work, of any colour', '👩🏽‍🚀 🕵🏿‍♂️ 👁️‍🗨️ ❤️‍🔥'],
  ['flags', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏳️‍🌈 🏴‍☠️ 🇬🇧'],
  ['keys and stars', '1️⃣ #️⃣ ☀️ ☎︎'],
  ['lines and tabs of a message', 'Dear all,\n\n\tsee you\r\nAda'],
])('%s stay as they are', (_what, text) => {
  expect(withoutHiddenMarks(text)).toBe(text)
})

test('what is left has nothing more to lose, whatever it was', () => {
  const marks = fc.constantFrom(
    ...Array.from('\u200b\u200c\u200d\u200e\u202e\ufe0f\ufe00\u{e0061}\u{e007f}\u{1f3f4}\u{1f469}\u{1f3fd}\u{e0100}葛ک1\u20e3aᠭ\u180b'),
  )
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.string({ unit: marks, maxLength: 30 })), (text) => {
      const once = withoutHiddenMarks(text)
      expect(withoutHiddenMarks(once)).toBe(once)
      expect(once).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\ufeff\u00ad]/)
    }),
    { numRuns: 2000 },
  )
})

test('a hostile text of a hundred thousand marks takes no longer than its length', () => {
  const startedAt = performance.now()
  for (const unit of ['\u200d', '\u{e0061}', '🏴\u{e0061}', '\u202e ', '\ufe0f', 'ک\u200c']) withoutHiddenMarks(`a${unit.repeat(50_000)}`)
  expect(performance.now() - startedAt).toBeLessThan(2000)
})
