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

/** Forgets everything that this tab keeps. */
export function forgetTab(): void {
  tryStorage(() => sessionStorage.clear())
}
