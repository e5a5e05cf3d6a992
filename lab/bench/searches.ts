import { dayAhead } from '../../tests/support/days.ts'

/** From one word in many tours to several words in few, with a typo and filters. */
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

export function searchAt(n: number): string {
  return SEARCHES[n % SEARCHES.length] ?? ''
}

/** Makes each search new by appending spaces, which do not change its meaning. */
export function newSearchAt(n: number): string {
  return `${searchAt(n)}${' '.repeat(Math.floor(n / SEARCHES.length) % 100)}`
}

/** Number of searches that appended spaces can make distinct. */
export const NEW_SEARCHES = SEARCHES.length * 100
