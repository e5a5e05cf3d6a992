import type { QueryClient } from '@tanstack/react-query'
import { NO_SUCH_CODE } from '#shared/tours/offers/no-such-code.ts'
import { CallError } from './call-error.ts'

/**
 * Asks with a promotion code, unless it is known that there is none such: each asking counts as a guess, and a choice that is changed while a
 * mistyped code stands in its field asks many times.
 */
export async function askWithCode<Answer>(client: QueryClient, code: string | undefined, ask: () => Promise<Answer>): Promise<Answer> {
  const key = ['unknown-code', code]
  const known = client.getQueryData<CallError>(key)
  if (known) throw known
  try {
    return await ask()
  } catch (error) {
    if (error instanceof CallError && error.serverMessage === NO_SUCH_CODE) client.setQueryData(key, error)
    throw error
  }
}
