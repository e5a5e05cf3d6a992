/**
 * Returns the opening of an email, with a trailing space. Pass null if the reader may not be the person who chose the name: for an
 * unconfirmed address, or one given in the wizard.
 */
export function greeting(name: string | null): string {
  return name === null ? 'Hello, ' : `Dear ${isolated(name)}, `
}

/** In English, German and French. */
const OPENINGS = [
  'hello',
  'hi',
  'hey',
  'dear',
  'greetings',
  'good morning',
  'good afternoon',
  'good evening',
  'good day',
  'hallo',
  'guten tag',
  'liebe',
  'lieber',
  'liebes',
  'sehr geehrte',
  'sehr geehrter',
  'sehr geehrtes',
  'bonjour',
  'cher',
  'chère',
  'chere',
]
/** Counts a name with its titles. */
const MAX_NAME_WORDS = 4

/**
 * Returns whether a text already greets its reader: with an opening phrase, then at most a name, up to a punctuation
 * mark or the end of the line. Does not match "Hi-vis vests" or "Dear visitors pay less for their tickets".
 */
export function beginsWithGreeting(text: string): boolean {
  const [opening = ''] = text
    .trimStart()
    .toLowerCase()
    .split(/[,.!:;\n]/)
  const words = opening.trim()
  return OPENINGS.some((each) => {
    const name = words.slice(each.length)
    return words.startsWith(each) && (name === '' || name.startsWith(' ')) && name.split(/\s/).filter(Boolean).length <= MAX_NAME_WORDS
  })
}

/** Right-to-left scripts, and marks that change the direction of the surrounding text. */
const TURNS_TEXT = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\ufb1d-\ufdff\ufe70-\ufefc]/

/** Keeps an Arabic or Hebrew name from moving the words and the comma next to it, in plain text too. */
function isolated(name: string): string {
  return TURNS_TEXT.test(name) ? `\u2068${name}\u2069` : name
}
