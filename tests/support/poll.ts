import { setTimeout as delay } from 'node:timers/promises'

const LIMIT_MS = 45_000

/** Calls `ask` until it returns neither false nor undefined, and returns that result. Throws after `limitMs`. */
export async function poll<T>(what: string, ask: () => Promise<T | undefined | false>, limitMs = LIMIT_MS): Promise<T> {
  const deadline = Date.now() + limitMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined && answer !== false) return answer
    if (Date.now() > deadline) throw new Error(`Waited ${limitMs / 1000} s in vain for ${what}.`)
    await delay(25)
  }
}
