/** `calm`: all is well. `unreachable`: the card provider's API does not respond. `deaf`: its webhooks are lost. */
export type Sky = 'calm' | 'unreachable' | 'deaf'

/** The program to kill. `long-outage` stops the server for 55 minutes by its clock and the provider's. */
export type Blow = 'server' | 'sandbox' | 'database' | 'long-outage'

/** A stretch of time under one sky, with one blow in it. `seconds` do not count how long the site is away, and grow where that is long. */
export interface Spell {
  sky: Sky
  blow: Blow
  seconds: number
  /** When the blow falls, as a fraction of these seconds. */
  at: number
  /** How an unreachable provider fails (packages/card-sandbox/README.md, faults). */
  fault: string
}

const ORDERS: Sky[][] = [
  ['deaf', 'unreachable', 'calm'],
  ['calm', 'deaf', 'unreachable'],
  ['unreachable', 'calm', 'deaf'],
  ['unreachable', 'deaf', 'calm'],
]
const FAULTS = ['429', 'reset_after', '500', 'html_502']
const BLOWS: Blow[] = ['server', 'server', 'server', 'sandbox', 'database']

const SHORTEST_S = 3
const LONGEST_S = 6

export function pick<T>(random: () => number, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)] as T
}

/**
 * Yields weather endlessly: in each round of three equal spells the provider is unreachable in one and its webhooks are lost in another.
 * The long outage follows the lost webhooks, so that it meets their payments.
 */
export function* timetable(random: () => number): Generator<Spell, never> {
  let order = ORDERS[0] ?? []
  for (;;) {
    const seconds = SHORTEST_S + random() * (LONGEST_S - SHORTEST_S)
    for (const [index, sky] of order.entries()) {
      const isLong = sky === 'unreachable' && order[index - 1] === 'deaf'
      yield {
        sky,
        seconds,
        at: 0.3 + random() * 0.4,
        blow: isLong ? 'long-outage' : pick(random, BLOWS),
        // The client retries most failures for seconds each, so reconciling after a long outage would take minutes.
        fault: isLong ? '429' : pick(random, FAULTS),
      }
    }
    order = pick(random, ORDERS)
  }
}

export function pickWeighted<T>(random: () => number, choices: readonly (readonly [number, T])[]): T {
  let rest = random() * choices.reduce((total, [weight]) => total + weight, 0)
  const chosen = choices.find(([weight]) => (rest -= weight) < 0) ?? choices.at(-1)
  if (!chosen) throw new Error('There is nothing to choose from.')
  return chosen[1]
}
