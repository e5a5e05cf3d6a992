import type { Day } from '#shared/dates.ts'

/** Random numbers that depend only on the seed and key, in whatever order keys are used. */
export interface Random {
  next(): number
  /** Returns an integer from `low` to `high`, both inclusive. */
  int(low: number, high: number): number
  pick<T>(list: readonly T[]): T
  chance(probability: number): boolean
}

/** `key` identifies the kind of thing and the individual one. */
export function randomOf(seed: number, ...key: readonly number[]): Random {
  let state = key.reduce((hash, part) => scramble(hash ^ scramble(part + 0x9e3779b9)), scramble(seed))
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    return scramble(state) / 2 ** 32
  }
  return {
    next,
    int: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (list) => {
      if (list.length === 0) throw new Error('There is nothing to pick from.')
      return list[Math.floor(next() * list.length)] as never
    },
    chance: (probability) => next() < probability,
  }
}

/** Mixes a 32-bit integer without collisions (the finalizer of MurmurHash3). */
export function scramble(value: number): number {
  let mixed = value >>> 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

const hex = (value: number, digits: number) => (value >>> 0).toString(16).padStart(digits, '0').slice(-digits)

/** Returns an id that is stable for the same run and seed, and unique across runs. */
export function uuidOf({ id, seed }: { id: number; seed: number }, kind: number, n: number): string {
  const own = scramble(n ^ scramble(seed))
  const rest = scramble(own + kind)
  return `${hex(own, 8)}-${hex(id, 4)}-4${hex(kind, 3)}-8${hex(rest, 3)}-${hex(rest, 8)}${hex(scramble(rest), 4)}`
}

/** Returns a moment between 08:00 and 20:00 UTC, which falls on the same day anywhere in Europe. */
export function momentOf(day: Day, fraction: number): Date {
  return new Date(Date.parse(`${day}T08:00:00Z`) + Math.floor(fraction * 12 * 3600) * 1000)
}
