import type { FastifyBaseLogger } from 'fastify'
import { CardProviderError, type CardProvider } from '#server/lib/card-provider.ts'

type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

/**
 * Wraps the provider so that every failed call is logged, however the caller handles it, with the provider's message,
 * code and request id (for finding the call in the provider's own log).
 */
export function logFailures(cards: CardProvider, log: Log): CardProvider {
  return new Proxy(cards, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver)
      if (typeof method !== 'function') return method
      const note = (error: unknown) => logFailure(log, String(name), error)
      return (...args: unknown[]) => observe(Reflect.apply(method, target, args), note)
    },
  })
}

function observe(result: unknown, note: (error: unknown) => void): unknown {
  if (result instanceof Promise) {
    return result.catch((error: unknown) => {
      note(error)
      throw error
    })
  }
  return isList(result) ? observeList(result, note) : result
}

function isList(result: unknown): result is AsyncIterable<unknown> {
  return typeof result === 'object' && result !== null && Symbol.asyncIterator in result
}

async function* observeList(list: AsyncIterable<unknown>, note: (error: unknown) => void): AsyncGenerator {
  try {
    yield* list
  } catch (error) {
    note(error)
    throw error
  }
}

function logFailure(log: Log, call: string, error: unknown): void {
  if (!(error instanceof CardProviderError)) return
  const { failure, status, code, requestId, message } = error
  log[levelOf(error)]({ call, failure, status, code, requestId }, `card provider: ${message}`)
}

/** `error` is for what the agency must act on: an account not activated, a rejected key, or an invalid request of ours. */
function levelOf({ failure, hasSaidNo }: CardProviderError): 'info' | 'warn' | 'error' {
  if (!hasSaidNo) return 'warn'
  // The other refusals are only `info`, because the callers act on their reason.
  return failure === 'refused' || failure === 'uncertain' ? 'error' : 'info'
}
