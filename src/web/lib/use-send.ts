import { useQueryClient, type QueryKey } from '@tanstack/react-query'

/** Returns `reload`, which reads again what the page shows of everything under these keys. */
export function useReload(...keys: readonly QueryKey[]) {
  const client = useQueryClient()
  return () => Promise.all(keys.map(async (queryKey) => client.invalidateQueries({ queryKey })))
}

/**
 * Returns a call that changes something, for a form to send: the form makes one at a time. Whatever its outcome, all that is kept under these
 * keys is read again, since a refusal may mean that somebody else was quicker.
 */
export function useSend<Args extends unknown[], T>(call: (...args: Args) => Promise<T>, ...keys: readonly QueryKey[]) {
  const reload = useReload(...keys)
  return async (...args: Args): Promise<T> => {
    try {
      return await call(...args)
    } finally {
      void reload()
    }
  }
}
