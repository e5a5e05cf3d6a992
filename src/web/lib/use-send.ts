import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { CallError } from '#web/lib/call-error.ts'

const CONFLICT = 409

export function useReload(...keys: readonly QueryKey[]) {
  const client = useQueryClient()
  return () => Promise.all(keys.map(async (queryKey) => client.invalidateQueries({ queryKey })))
}

/**
 * Wraps a call for use by a form or `useCall`, which run one at a time. Afterwards everything under these keys is refetched, also after a
 * conflict, since someone else has changed it.
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
