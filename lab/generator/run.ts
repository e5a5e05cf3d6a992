import type { Day } from '#shared/dates.ts'
import { scramble } from '#server/seed/random.ts'
import type { Words } from '#server/seed/words.ts'

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

const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns a booking reference such as `G-2B7KQ3ZX`; real ones begin with another letter. */
export function referenceOf({ id, seed }: Run, n: number): string {
  let rest = BigInt(id) * 2n ** 32n + BigInt(scramble(n ^ scramble(seed)))
  let written = ''
  for (; rest > 0n; rest /= 30n) written = `${ALPHABET[Number(rest % 30n)]}${written}`
  return `G-${written}`
}
