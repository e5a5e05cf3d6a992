import { setTimeout as pause } from 'node:timers/promises'

/** Returns a generator of numbers from 0 to 1 determined by the seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Time limit of a test with many rounds on a busy machine. */
export const MANY_ROUNDS_MS = 90_000

export interface Round {
  number: number
  random: () => number
  /** Waits for a random time of up to this many milliseconds, to vary the order of concurrent steps. */
  jitter(most: number): Promise<void>
}

/** Runs a race many times. A failure names the seed, which FAULT_SEED replays. */
export async function repeat(times: number, play: (round: Round) => Promise<void>): Promise<void> {
  const seed = Number(process.env['FAULT_SEED'] ?? Date.now() % 1_000_000_000)
  const random = seededRandom(seed)
  for (let number = 0; number < times; number++) {
    try {
      await play({ number, random, jitter: async (most) => pause(random() * most) })
    } catch (error) {
      throw new Error(`round ${number} with FAULT_SEED=${seed}: ${String(error)}`, { cause: error })
    }
  }
}
