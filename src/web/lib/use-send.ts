import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { CallError } from '#web/lib/call-error.ts'

const CONFLICT = 409

/** Returns `reload`, which reads again what the page shows of everything under these keys. */
export function useReload(...keys: readonly QueryKey[]) {
  const client = useQueryClient()
  return () => Promise.all(keys.map(async (queryKey) => client.invalidateQueries({ queryKey })))
}

/**
 * Returns a call that changes something, for a form or `useCall` to send: they make one at a time. Everything under these keys is then read
 * again, and also after a conflict, since somebody else was quicker.
 */
export function useSend<Args extends unknown[], T>(call: (...args: Args) => Promise<T>, ...keys: readonly QueryKey[]) {
  const reload = useReload(...keys)
  return async (...args: Args): Promise<T> => {
    try {
      const result = await call(...args)
      void reload()
      return result
    } catch (error) {
      if (error instanceof CallError && error.status === CONFLICT) void reload()
      throw error
    }
  }
}
