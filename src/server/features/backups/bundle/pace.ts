import { setTimeout as pause } from 'node:timers/promises'

/** Called between two pieces of work: rests, if it is time. */
export type Pace = () => Promise<void>

const TURN_MS = 3
/** For each millisecond of work. */
const REST = 8
/** However long something else took meanwhile. */
const LONGEST_REST_MS = 200

export const atOnce: Pace = () => Promise.resolve()

/** Works a ninth of the time, in short turns: a low priority of ours does not reach the database, which reads for us. */
export function gently(): Pace {
  let since = performance.now()
  return async () => {
    const worked = performance.now() - since
    if (worked < TURN_MS) return
    await pause(Math.min(worked * REST, LONGEST_REST_MS))
    since = performance.now()
  }
}
