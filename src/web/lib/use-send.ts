import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import type { Call, SentWith } from '#shared/contract.ts'
import { ask, type AnswerOf } from '#web/lib/ask.ts'
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
export function useSend<C extends Call>(call: C, ...keys: readonly QueryKey[]): (given: SentWith<C>) => Promise<AnswerOf<C>>
export function useSend<Args extends unknown[], T>(
  call: (...args: Args) => Promise<T>,
  ...keys: readonly QueryKey[]
): (...args: Args) => Promise<T>
export function useSend(call: Call | ((...args: unknown[]) => Promise<unknown>), ...keys: readonly QueryKey[]) {
  const reload = useReload(...keys)
  const run = typeof call === 'function' ? call : async (given: unknown) => ask(call, given as object)
  return async (...args: unknown[]) => {
    try {
      const result = await run(...args)
      void reload()
      return result
    } catch (error) {
      if (error instanceof CallError && error.status === CONFLICT) void reload()
      throw error
    }
  }
}
