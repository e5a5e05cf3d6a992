/**
 * Runs an operation on browser storage and returns its result. If the storage is full, blocked or corrupt, the result is undefined and
 * nothing outlives the page.
 */
export function tryStorage<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

/**
 * A store for this tab under one key, which survives reloads and visits to other pages. `read` validates what was stored, which may be
 * anything; if it throws, the store counts as empty.
 */
export function tabStore<T>(key: string, read: (kept: unknown) => T | undefined) {
  return {
    find: () => tryStorage(() => read(JSON.parse(sessionStorage.getItem(key) ?? 'null'))),
    keep: (value: T) => tryStorage(() => sessionStorage.setItem(key, JSON.stringify(value))),
    forget: () => tryStorage(() => sessionStorage.removeItem(key)),
  }
}

/**
 * Keys with this prefix are removed only after asking the user who signs out (waiting-ticks.ts): ticks contain no names, and only their
 * owner can send them.
 */
export const TICKS_PREFIX = 'ticks '

export function forgetTab(): void {
  tryStorage(() => {
    for (const key of storedKeys()) if (!key.startsWith(TICKS_PREFIX)) sessionStorage.removeItem(key)
  })
}

export function storedKeys(): string[] {
  return Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index) ?? '')
}
