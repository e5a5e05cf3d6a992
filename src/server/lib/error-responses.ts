import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ErrorCode, Issue } from '#shared/errors.ts'
import { CardProviderError } from './card-provider.ts'
import { isConnectionError } from './db.ts'
import { AppError } from './errors.ts'

const CODE_BY_STATUS: Partial<Record<number, [ErrorCode, string]>> = {
  404: ['not_found', 'Not found'],
  405: ['method_not_allowed', 'This method isn’t supported here.'],
  413: ['payload_too_large', 'The request is too large.'],
  415: ['unsupported_media_type', 'Please send JSON (content-type: application/json).'],
  429: ['too_many_requests', 'Too many requests. Please wait a moment and try again.'],
}

/** Turns anything unforeseen into a 500 that reveals nothing. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const issues = error.validation.map((issue): Issue => ({
      path: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
      message: issue.message ?? 'Invalid value',
    }))
    return new AppError('validation_failed', issues[0]?.message ?? 'Invalid request', { issues })
  }
  if (isConnectionError(error)) {
    return new AppError('unavailable', 'We can’t respond right now. Please try again in a moment.', { retryAfter: 5 })
  }
  if (error instanceof CardProviderError && error.hasSaidNo) {
    return new AppError(
      'payment_unavailable',
      'We can’t take card payments for this right now. You haven’t been charged. Please contact us.',
    )
  }
  if (error instanceof CardProviderError) {
    const message = 'We can’t reach the card service right now. You haven’t been charged. Please try again in a moment.'
    return new AppError('payment_unavailable', message, { retryAfter: 5 })
  }
  const status = (error as Partial<FastifyError> | null)?.statusCode ?? 500
  const known = CODE_BY_STATUS[status]
  if (known) return new AppError(...known)
  if (status >= 400 && status < 500) return new AppError('invalid_body', 'We couldn’t understand the request.')
  return new AppError('internal', 'Something went wrong on our side. Please try again.')
}

/** The only place where errors become responses. */
export function addErrorResponses(app: FastifyInstance): void {
  app.setErrorHandler(async (error, request, reply) => sendError(error, request, reply))
}

export async function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const appError = toAppError(error)
  if (appError.statusCode >= 500 && !appError.details.isCounted) request.log.error({ err: error }, 'request failed')
  if (appError.code === 'request_timeout') {
    // The rest of the body may never arrive.
    reply.header('connection', 'close')
    reply.raw.once('finish', () => request.raw.destroy())
  }
  const { retryAfter } = appError.details
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  // Set if a file failed before any of it was sent.
  reply.removeHeader('content-disposition').removeHeader('content-encoding')
  return reply.code(appError.statusCode).send(appError.toResponse())
}

/**
 * Answers bytes that are not HTTP, and so never become a request, with an API error, and closes the connection.
 * `headers` are those of every response.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket, headers: Record<string, string>): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const appError = toAppError({ statusCode: error.code === 'HPE_HEADER_OVERFLOW' ? 413 : 400 })
  const status = appError.statusCode
  const body = JSON.stringify(appError.toResponse())
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
