import { dayAhead } from '../tests/support/days.ts'

/** What people ask for, from one word that many tours have to several that few have, with a typo and filters. */
const SEARCHES = [
  'Japan',
  'hiking',
  'kyoto',
  'wine',
  'paris family',
  'beach winter',
  'Japan Hiking 5 days 2 Guests',
  'kyotto',
  'one week under $1000',
  'old town food',
  '14 days under $900',
  `bali beach 3 Guests ${dayAhead(0)}`,
  'norway snow',
  'kids seaside march',
]

/** Returns one search after the other. */
export function searchAt(n: number): string {
  return SEARCHES[n % SEARCHES.length] ?? ''
}

/** Returns the n-th search as nobody has asked it before: spaces mean nothing, but make another text. */
export function newSearchAt(n: number): string {
  return `${searchAt(n)}${' '.repeat(Math.floor(n / SEARCHES.length) % 100)}`
}

/** How many searches can be told apart by their spaces. */
export const NEW_SEARCHES = SEARCHES.length * 100
