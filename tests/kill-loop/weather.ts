/** How the card provider is doing: all is well, its API responds to nothing of ours, or its webhooks are lost. */
export type Sky = 'calm' | 'unreachable' | 'deaf'

/** What is killed. `long-outage`: the server, which comes back 55 minutes later by its clock and the provider's. */
export type Blow = 'server' | 'sandbox' | 'database' | 'long-outage'

/** A stretch of time under one sky, with one blow in it. */
export interface Spell {
  sky: Sky
  blow: Blow
  seconds: number
  /** When the blow falls, as a part of the spell. */
  at: number
  /** How an unreachable provider fails (card-sandbox/README.md, faults). */
  fault: string
}

const ORDERS: Sky[][] = [
  ['deaf', 'unreachable', 'calm'],
  ['calm', 'deaf', 'unreachable'],
  ['unreachable', 'calm', 'deaf'],
  ['unreachable', 'deaf', 'calm'],
]
/** Refused, cut after the work was done, failing, behind a broken proxy. */
const FAULTS = ['429', 'reset_after', '500', 'html_502']
const BLOWS: Blow[] = ['server', 'server', 'server', 'sandbox', 'database']

const SHORTEST_S = 3
const LONGEST_S = 6

export function pick<T>(random: () => number, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)] as T
}

/**
 * Returns the weather, without an end: in each round of three spells of equal length the provider is unreachable for a
 * third and its webhooks are lost for another. What was paid while webhooks were lost meets the long outage that follows.
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
        // The client repeats most failures by itself, for seconds each: the reconcile run of a long outage would take minutes.
        fault: isLong ? '429' : pick(random, FAULTS),
      }
    }
    order = pick(random, ORDERS)
  }
}
