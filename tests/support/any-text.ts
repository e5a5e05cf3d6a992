import fc from 'fast-check'

const SURROGATES = 0x800
const FIRST_SURROGATE = 0xd800
const LAST = 0x10ffff - SURROGATES

/** Any Unicode character. fast-check's own (`unit: 'binary'`) first builds a table of a million, which takes 0.9 s per process. */
const anyCharacter = fc.integer({ min: 0, max: LAST }).map(
  (index) => String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES),
  (character) => {
    const point = typeof character === 'string' ? character.codePointAt(0) : undefined
    if (point === undefined || character !== String.fromCodePoint(point)) throw new Error('That is not one character.')
    if (point < FIRST_SURROGATE) return point
    if (point < FIRST_SURROGATE + SURROGATES) throw new Error('That is half a character.')
    return point - SURROGATES
  },
)

/** Generates arbitrary texts of up to `maxLength` characters, and words such as `__proto__`. */
export function anyText(maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: anyCharacter, maxLength })
}
