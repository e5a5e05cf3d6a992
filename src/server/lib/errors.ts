import { STATUS_BY_CODE, type ErrorResponse, type ErrorCode, type Issue } from '#shared/errors.ts'

interface ErrorDetails {
  issues?: Issue[]
  price?: NonNullable<ErrorResponse['price']>
  offer?: NonNullable<ErrorResponse['offer']>
  quote?: NonNullable<ErrorResponse['quote']>
  confirmWith?: NonNullable<ErrorResponse['confirmWith']>
  figures?: NonNullable<ErrorResponse['figures']>
  tourChanges?: NonNullable<ErrorResponse['tourChanges']>
  /** Seconds, sent as Retry-After. */
  retryAfter?: number
  /** Counted instead of logged, because it comes in thousands. */
  isCounted?: true
}

/** An API error: `code` determines the status, and `message` is shown to the user. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message)
    this.code = code
    this.details = details
  }

  get statusCode(): number {
    return STATUS_BY_CODE[this.code]
  }

  toResponse(): ErrorResponse {
    const { issues, price, offer, quote, confirmWith, figures, tourChanges } = this.details
    return {
      statusCode: this.statusCode,
      code: this.code,
      message: this.message,
      ...(issues && { issues }),
      ...(price && { price }),
      ...(offer && { offer }),
      ...(quote && { quote }),
      ...(confirmWith && { confirmWith }),
      ...(figures && { figures }),
      ...(tourChanges && { tourChanges }),
    }
  }
}

export function unauthenticated(): AppError {
  return new AppError('unauthenticated', 'Please log in to continue.')
}

export function notFound(what: string): AppError {
  return new AppError('not_found', `${what} not found`)
}

export function veryBusy(details: Pick<ErrorDetails, 'isCounted'> = {}): AppError {
  return new AppError('unavailable', 'We’re very busy right now. Please try again in a moment.', { retryAfter: 5, ...details })
}
