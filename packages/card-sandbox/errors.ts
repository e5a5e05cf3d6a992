interface ErrorDetails {
  type?: 'invalid_request_error' | 'idempotency_error' | 'api_error'
  code?: string
  param?: string
}

/** An API error in Stripe's envelope. `isSaved` means execution had begun, so the idempotency key keeps the response. */
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

/** Returns a validation error, which no idempotency key remembers because execution never began. */
export function invalid(message: string, param: string, code?: string): ApiError {
  return new ApiError(400, message, code === undefined ? { param } : { param, code })
}

/** Returns an error for a valid request refused during execution; its idempotency key remembers it. */
export function refusal(message: string, details: ErrorDetails = {}): ApiError {
  return new ApiError(400, message, details, true)
}

export function missing(noun: string, id: string, param = 'id'): ApiError {
  return new ApiError(404, `No such ${noun}: '${id}'`, { code: 'resource_missing', param })
}
