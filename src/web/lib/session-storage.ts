import type { PersistStorage } from 'zustand/middleware'

/**
 * The stored record is the session itself, `{"isAuthenticated":true,"id":…}`, without the wrapper that
 * the persist middleware writes by default, so that key `root` holds what specification §3 says.
 */
export function sessionStorageShape<S extends object>(storage: () => Storage): PersistStorage<S> {
  return {
    getItem: (name) => {
      try {
        const text = storage().getItem(name)
        const value: unknown = text === null ? null : JSON.parse(text)
        return isRecord(value) ? { state: value as S } : null
      } catch {
        return null
      }
    },
    setItem: (name, value) => {
      try {
        storage().setItem(name, JSON.stringify(value.state))
      } catch {
        // Storage may be full or forbidden; the session then lives as long as this tab.
      }
    },
    removeItem: (name) => {
      try {
        storage().removeItem(name)
      } catch {
        // As above.
      }
    },
  }
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && typeof (value as Record<string, unknown>)['isAuthenticated'] === 'boolean'
}
