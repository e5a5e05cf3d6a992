import { errorCode } from './db.ts'

/**
 * What a failed call to the card provider means:
 * - `uncertain`: there was no response, or one that did not come from the provider. The call may have taken effect; repeat it with the same
 *   id.
 * - `server_error`: the call may have taken effect too, but the provider repeats this response for that id forever.
 * - `refused` and the others, which we handle differently: a definite no. `over_refunded` means less of the payment is left than requested;
 *   `no_balance` means our balance with the provider is too low for a refund at the moment.
 */
export type CardFailure = 'uncertain' | 'server_error' | 'refused' | 'missing' | 'not_open' | 'over_refunded' | 'disputed' | 'no_balance'

interface Details {
  code?: string | undefined
  requestId?: string | undefined
  status?: number | undefined
  cause?: unknown
}

export class CardProviderError extends Error {
  readonly failure: CardFailure
  readonly code: string | undefined
  readonly requestId: string | undefined
  readonly status: number | undefined

  constructor(failure: CardFailure, message: string, { code, requestId, status, cause }: Details = {}) {
    super(message, { cause })
    this.name = 'CardProviderError'
    this.failure = failure
    this.code = code
    this.requestId = requestId
    this.status = status
  }

  /** True if the provider answered no, rather than being down, busy or rate-limiting us. */
  get hasSaidNo(): boolean {
    if (this.failure === 'uncertain') return this.status === 401 || this.status === 403
    return this.failure !== 'server_error'
  }
}

export function cardFailure(error: unknown): CardFailure | undefined {
  return error instanceof CardProviderError ? error.failure : undefined
}

/** Returns whether the provider definitely refused; after any other error the outcome is unknown. */
export function isRefusal(error: unknown): error is CardProviderError {
  return error instanceof CardProviderError && error.failure !== 'uncertain' && error.failure !== 'server_error'
}

/** Describes a failure by codes and ids, for tasks and logs, since the provider's own message might contain an address. */
export function reasonOf(error: unknown): string {
  if (error instanceof CardProviderError) {
    const { failure, code, requestId } = error
    return `the card provider’s response was ${[failure.replace('_', ' '), code, requestId].filter(Boolean).join(', ')}`
  }
  return errorCode(error) ?? (error instanceof Error ? error.name : 'unknown')
}
