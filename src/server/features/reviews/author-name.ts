const LONGEST = 30
// Matches what separates words or changes their direction, but not what joins letters within a word.
const BETWEEN_WORDS = /[\s\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/u
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Returns the name shown to others on a review: "Ada L." for "Ada Lovelace". Nothing is shown of a name that is an email address. */
export function authorName(fullName: string): string {
  if (fullName.includes('@')) return 'A traveller'
  const [first, ...more] = fullName.split(BETWEEN_WORDS).filter((word) => VISIBLE.test(word))
  if (first === undefined) return 'A traveller'
  const [initial] = lettersOf(more.at(-1) ?? '')
  const name = lettersOf(first).slice(0, LONGEST).join('')
  return initial === undefined ? name : `${name} ${initial.toLocaleUpperCase('en')}.`
}

function lettersOf(text: string): string[] {
  return Array.from(letters.segment(text), ({ segment }) => segment)
}
