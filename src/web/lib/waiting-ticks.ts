import { storedKeys, TICKS_PREFIX, tryStorage } from '#web/lib/tab-store.ts'

/** A fallback for full or blocked storage, for as long as the page lives. */
const kept = new Map<string, readonly unknown[]>()
const listeners = new Set<() => void>()

/**
 * Key of a departure's unsent ticks in this tab. `owner` is an account id or `guide`, and only they can send them; `place` is the
 * departure, or the token of the guide's link.
 */
export function ticksKey(owner: string, place: string): string {
  return `${TICKS_PREFIX}${owner} ${place}`
}

/** Returns unsent ticks, oldest first, unvalidated. */
export function findTicks(key: string): readonly unknown[] {
  const found = kept.get(key) ?? tryStorage(() => listOf(sessionStorage.getItem(key))) ?? []
  kept.set(key, found)
  return found
}

export function keepTicks(key: string, ticks: readonly unknown[]): void {
  kept.set(key, ticks)
  tryStorage(() => (ticks.length === 0 ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, JSON.stringify(ticks))))
}

export function countTicks(accountId: string): number {
  return keysOf(accountId).reduce((sum, key) => sum + findTicks(key).length, 0)
}

export function forgetTicks(accountId: string): void {
  for (const key of keysOf(accountId)) keepTicks(key, [])
  for (const listener of listeners) listener()
}

export function onTicksForgotten(listener: () => void): void {
  listeners.add(listener)
}

function keysOf(accountId: string): string[] {
  const stored = tryStorage(storedKeys) ?? []
  return [...new Set([...kept.keys(), ...stored])].filter((key) => key.startsWith(ticksKey(accountId, '')))
}

function listOf(text: string | null): unknown[] {
  const list: unknown = JSON.parse(text ?? '[]')
  return Array.isArray(list) ? list : []
}
