import type { Day } from '#shared/dates.ts'
import { scramble } from './random.ts'
import type { Words } from './words.ts'

/** How much to generate. */
export interface Amounts {
  tours: number
  people: number
  bookings: number
}

/** One run of the generator. What it makes follows from these alone. */
export interface Run extends Amounts {
  /** Counts the runs on this database. */
  id: number
  seed: number
  now: Date
  today: Day
  /** The tours' places in the list begin after this one. */
  lastPosition: number
  words: Words
}

/** The kinds of things that have ids and random numbers, each its own. */
export const KIND = { person: 1, tour: 2, departure: 3, booking: 4, attempt: 5, payment: 6, refund: 7, review: 8 } as const

const hex = (value: number, digits: number) => (value >>> 0).toString(16).padStart(digits, '0').slice(-digits)

/** Returns the id of the n-th thing of its kind: the same for the same run and seed, and no other run's. */
export function uuidOf({ id, seed }: Pick<Run, 'id' | 'seed'>, kind: number, n: number): string {
  const own = scramble(n ^ scramble(seed))
  const rest = scramble(own + kind)
  return `${hex(own, 8)}-${hex(id, 4)}-4${hex(kind, 3)}-8${hex(rest, 3)}-${hex(rest, 8)}${hex(scramble(rest), 4)}`
}

const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns a booking's reference, such as `G-2B7KQ3ZX`; people's own begin with another letter. */
export function referenceOf({ id, seed }: Run, n: number): string {
  let rest = BigInt(id) * 2n ** 32n + BigInt(scramble(n ^ scramble(seed)))
  let written = ''
  for (; rest > 0n; rest /= 30n) written = `${ALPHABET[Number(rest % 30n)]}${written}`
  return `G-${written}`
}

/** Returns a moment of a day between eight and eight: the same day in every time zone of an agency in Europe. */
export function momentOf(day: Day, fraction: number): Date {
  return new Date(Date.parse(`${day}T08:00:00Z`) + Math.floor(fraction * 12 * 3600) * 1000)
}
