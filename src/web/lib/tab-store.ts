import { tryStorage } from '#web/lib/try-storage.ts'

/**
 * What this tab keeps under one key, for a reload or for the way to another page and back. `read` makes out what was
 * kept: anything may stand there, and what it chokes on counts as nothing.
 */
export function tabStore<T>(key: string, read: (kept: unknown) => T | undefined) {
  return {
    find: () => tryStorage(() => read(JSON.parse(sessionStorage.getItem(key) ?? 'null'))),
    keep: (value: T) => tryStorage(() => sessionStorage.setItem(key, JSON.stringify(value))),
    forget: () => tryStorage(() => sessionStorage.removeItem(key)),
  }
}
