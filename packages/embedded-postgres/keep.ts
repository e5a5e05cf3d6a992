import { setTimeout as delay } from 'node:timers/promises'
import type { Hold } from './control.ts'

const steadyAfterMs = 60_000
const longestPauseMs = 60_000

/** Restarts a server or watchdog that has died, at once the first time, then after pauses that double up to a minute, until `stop`. */
export function keep(first: Hold, acquire: () => Promise<{ hold: Hold }>, log: (line: string) => void): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let current: Promise<Hold | undefined> = Promise.resolve(first)
  let failures = 0

  async function again(): Promise<Hold | undefined> {
    for (;;) {
      const pause = failures === 0 ? 0 : Math.min(longestPauseMs, 1000 * 2 ** (failures - 1))
      failures += 1
      if (pause > 0) await delay(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return undefined
      try {
        return (await acquire()).hold
      } catch (error) {
        log(error instanceof Error ? error.message : String(error))
      }
    }
  }

  async function watch(): Promise<void> {
    for (let hold: Hold | undefined = first; hold; hold = await current) {
      const heldSince = Date.now()
      await hold.ended
      if (stopping.signal.aborted) return
      if (Date.now() - heldSince > steadyAfterMs) failures = 0
      log('The database server stopped unexpectedly. Restarting it.')
      current = again()
    }
  }

  void watch()
  return {
    async stop() {
      stopping.abort()
      await (await current)?.release()
    },
  }
}
