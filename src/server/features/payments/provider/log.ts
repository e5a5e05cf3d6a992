import type { FastifyBaseLogger } from 'fastify'
import { CardProviderError } from '#server/lib/card-errors.ts'
import type { CardProvider } from '#server/lib/card-provider.ts'

type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

/**
 * Returns the provider with a line in the log for each call that fails, whatever the caller makes of it: the provider's words
 * and code, and the id by which it finds the call in its own log.
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

/** `error` needs the agency: an account that is not activated, a key that is not accepted, what we ask is wrong. */
function levelOf({ failure, hasSaidNo }: CardProviderError): 'info' | 'warn' | 'error' {
  if (!hasSaidNo) return 'warn'
  // Its callers act on the reason.
  return failure === 'refused' || failure === 'uncertain' ? 'error' : 'info'
}
