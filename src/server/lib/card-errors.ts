/**
 * What a failed call of the card provider means (payments 2.4):
 * - `uncertain`: no answer, or one that is not the provider's. It may have been carried out: ask again, under the same id.
 * - `server_error`: may have been carried out too, and the provider repeats this answer for that id for ever.
 * - `refused`, and where we act on the reason `missing`, `not_open`, `already_refunded`, `disputed`: a definite no.
 */
export type CardFailure = 'uncertain' | 'server_error' | 'refused' | 'missing' | 'not_open' | 'already_refunded' | 'disputed'

interface Details {
  /** The provider's own code for it, where it gives one. */
  code?: string | undefined
  /** What the provider finds the call by in its log. */
  requestId?: string | undefined
  cause?: unknown
}

/** A call of the card provider that did not succeed. */
export class CardProviderError extends Error {
  readonly failure: CardFailure
  readonly code: string | undefined
  readonly requestId: string | undefined

  constructor(failure: CardFailure, message: string, { code, requestId, cause }: Details = {}) {
    super(message, { cause })
    this.name = 'CardProviderError'
    this.failure = failure
    this.code = code
    this.requestId = requestId
  }
}

/** Why a call of the provider did not succeed; undefined for what is not the provider's doing. */
export function cardFailure(error: unknown): CardFailure | undefined {
  return error instanceof CardProviderError ? error.failure : undefined
}

/** Whether the provider has definitely said no. After whatever else was thrown the outcome is unknown. */
export function isRefusal(error: unknown): error is CardProviderError {
  return error instanceof CardProviderError && error.failure !== 'uncertain' && error.failure !== 'server_error'
}
