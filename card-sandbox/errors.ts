interface ErrorDetails {
  type?: 'invalid_request_error' | 'idempotency_error' | 'api_error'
  code?: string
  param?: string
}

/** An API error in Stripe's envelope. `isSaved`: whether an idempotency key remembers it, because execution had begun. */
export class ApiError extends Error {
  readonly status: number
  readonly isSaved: boolean
  readonly details: ErrorDetails

  constructor(status: number, message: string, details: ErrorDetails = {}, isSaved = false) {
    super(message)
    this.status = status
    this.details = details
    this.isSaved = isSaved
  }

  body(): string {
    const error = { type: 'invalid_request_error', message: this.message, ...this.details }
    return JSON.stringify({ error })
  }
}

/** Returns the error for a parameter that fails validation: nothing began, so no idempotency key remembers it. */
export function invalid(message: string, param: string, code?: string): ApiError {
  return new ApiError(400, message, code === undefined ? { param } : { param, code })
}

/** Returns the error for a request that was valid but refused during execution, which its idempotency key remembers. */
export function refusal(message: string, details: ErrorDetails = {}): ApiError {
  return new ApiError(400, message, details, true)
}

/** Returns the 404 for an id that names nothing. */
export function missing(noun: string, id: string, param = 'id'): ApiError {
  return new ApiError(404, `No such ${noun}: '${id}'`, { code: 'resource_missing', param })
}
