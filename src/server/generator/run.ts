import type { Day } from '#shared/dates.ts'
import { scramble } from './random.ts'
import type { Words } from './words.ts'

export interface Amounts {
  tours: number
  people: number
  bookings: number
}

/** Everything a run generates follows from these values alone. */
export interface Run extends Amounts {
  /** Number of the run on this database. */
  id: number
  seed: number
  now: Date
  today: Day
  /** The new tours' list positions begin after this one. */
  lastPosition: number
  words: Words
}

export const KIND = { person: 1, tour: 2, departure: 3, booking: 4, attempt: 5, payment: 6, refund: 7, review: 8 } as const

const hex = (value: number, digits: number) => (value >>> 0).toString(16).padStart(digits, '0').slice(-digits)

/** Returns an id that is stable for the same run and seed, and unique across runs. */
export function uuidOf({ id, seed }: Pick<Run, 'id' | 'seed'>, kind: number, n: number): string {
  const own = scramble(n ^ scramble(seed))
  const rest = scramble(own + kind)
  return `${hex(own, 8)}-${hex(id, 4)}-4${hex(kind, 3)}-8${hex(rest, 3)}-${hex(rest, 8)}${hex(scramble(rest), 4)}`
}

const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns a booking reference such as `G-2B7KQ3ZX`; real ones begin with another letter. */
export function referenceOf({ id, seed }: Run, n: number): string {
  let rest = BigInt(id) * 2n ** 32n + BigInt(scramble(n ^ scramble(seed)))
  let written = ''
  for (; rest > 0n; rest /= 30n) written = `${ALPHABET[Number(rest % 30n)]}${written}`
  return `G-${written}`
}

/** Returns a moment between 08:00 and 20:00 UTC, which falls on the same day anywhere in Europe. */
export function momentOf(day: Day, fraction: number): Date {
  return new Date(Date.parse(`${day}T08:00:00Z`) + Math.floor(fraction * 12 * 3600) * 1000)
}
