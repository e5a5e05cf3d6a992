import { storedKeys, TICKS_PREFIX } from '#web/lib/tab-store.ts'
import { tryStorage } from '#web/lib/try-storage.ts'

/** Where the storage is full or forbidden, they are kept at least as long as the page. */
const kept = new Map<string, readonly unknown[]>()
const listeners = new Set<() => void>()

/**
 * Returns the name under which ticks of a departure wait in this tab. `owner`: an account's id, or `guide`; nobody else sends them.
 * `place`: the departure, or the token of the guide's link.
 */
export function ticksKey(owner: string, place: string): string {
  return `${TICKS_PREFIX}${owner} ${place}`
}

/** Returns the ticks that wait, oldest first, as they were kept. */
export function findTicks(key: string): readonly unknown[] {
  const found = kept.get(key) ?? tryStorage(() => listOf(sessionStorage.getItem(key))) ?? []
  kept.set(key, found)
  return found
}

export function keepTicks(key: string, ticks: readonly unknown[]): void {
  kept.set(key, ticks)
  tryStorage(() => (ticks.length === 0 ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, JSON.stringify(ticks))))
}

/** Returns how many ticks of an account wait in this tab. */
export function countTicks(accountId: string): number {
  return keysOf(accountId).reduce((sum, key) => sum + findTicks(key).length, 0)
}

/** Forgets the ticks of an account that wait in this tab. */
export function forgetTicks(accountId: string): void {
  for (const key of keysOf(accountId)) keepTicks(key, [])
  for (const listener of listeners) listener()
}

/** Tells when ticks have been forgotten. */
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
