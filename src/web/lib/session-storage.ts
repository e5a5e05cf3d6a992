import type { PersistStorage } from 'zustand/middleware'
import { tryStorage } from '#web/lib/try-storage.ts'

/**
 * A storage whose record is the session itself, `{"isAuthenticated":true,"id":…}`, without the persist middleware's default wrapper, so
 * that the key `root` has the content of specification §3.
 */
export function sessionStorageShape<S extends object>(storage: () => Storage): PersistStorage<S> {
  return {
    getItem: (name) =>
      tryStorage(() => {
        const value: unknown = JSON.parse(storage().getItem(name) ?? 'null')
        return isRecord(value) ? { state: value as S } : null
      }) ?? null,
    setItem: (name, { state }) => tryStorage(() => storage().setItem(name, JSON.stringify(state))),
    removeItem: (name) => tryStorage(() => storage().removeItem(name)),
  }
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && typeof (value as Record<string, unknown>)['isAuthenticated'] === 'boolean'
}
