import { tryStorage } from '#web/lib/try-storage.ts'

/**
 * Keeps something for this tab under one key, over a reload or a visit to another page and back. `read` interprets what
 * was stored: it may be anything, and if `read` throws it counts as nothing.
 */
export function tabStore<T>(key: string, read: (kept: unknown) => T | undefined) {
  return {
    find: () => tryStorage(() => read(JSON.parse(sessionStorage.getItem(key) ?? 'null'))),
    keep: (value: T) => tryStorage(() => sessionStorage.setItem(key, JSON.stringify(value))),
    forget: () => tryStorage(() => sessionStorage.removeItem(key)),
  }
}

/** What begins so is forgotten only when whoever leaves has been asked (waiting-ticks.ts): it names nobody, and only its owner sends it. */
export const TICKS_PREFIX = 'ticks '

/** Forgets what this tab keeps. */
export function forgetTab(): void {
  tryStorage(() => {
    for (const key of storedKeys()) if (!key.startsWith(TICKS_PREFIX)) sessionStorage.removeItem(key)
  })
}

/** Returns the keys of what this tab keeps. */
export function storedKeys(): string[] {
  return Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index) ?? '')
}
