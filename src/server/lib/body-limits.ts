import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, veryBusy } from './errors.ts'
import { sendError } from './error-responses.ts'
import { createTally } from './tally.ts'
import { networkOf } from './rate-limits.ts'

/** Enough for the longest text in all calls but two, even if every character is escaped to six. */
export const BODY_BYTES = 32_768
/** For a quote request or its draft: a hundred items and thirty photos with their names, all in three-byte letters. */
export const LONG_BODY_BYTES = 131_072
/** The card provider determines the size of its events. */
export const EVENT_BYTES = 262_144

const WAITING_BYTES = 48 * 1024 * 1024
const WAITING_BYTES_PER_NETWORK = 4 * 1024 * 1024

/** Multiple of `bodySeconds`: the rest of a refused body may take five minutes. */
const LEFTOVER_TIMES = 10

interface BodyLimits {
  /** How long a body may take to arrive. Photos, which are not kept in memory, have limits of their own (`arrival-watch.ts`). */
  bodySeconds: number
}

/**
 * Limits the memory used by bodies that are still arriving, in total and per network, and their duration. Otherwise a
 * visitor who sends a few bytes every few seconds could hold memory indefinitely.
 */
export function addBodyLimits(app: FastifyInstance, { bodySeconds }: BodyLimits): void {
  const waiting = createTally()
  let total = 0

  app.addHook('onRequest', (request, reply, done) => {
    const size = sizeInMemory(request)
    if (size === 0) return done()
    const network = networkOf(request.ip)
    if (total + size > WAITING_BYTES || waiting.of(network) + size > WAITING_BYTES_PER_NETWORK) {
      // Closing the connection discards the rest of the body.
      reply.header('connection', 'close')
      return done(veryBusy())
    }
    total += size
    waiting.add(network, size)
    let hasEnded = false
    const end = () => {
      if (hasEnded) return
      hasEnded = true
      total -= size
      waiting.add(network, -size)
    }
    request.raw.once('close', end)
    reply.raw.once('finish', end)
    done()
  })

  // The first hook after all that may wait for the database: until we read the body, its lateness is ours.
  app.addHook('preParsing', (request, reply, _payload, done) => {
    const { raw } = request
    if (raw.complete || sizeInMemory(request) === 0) return done()
    const timer = setTimeout(() => raw.complete || refuseLate(request, reply), bodySeconds * 1000)
    for (const event of ['end', 'close']) raw.once(event, () => clearTimeout(timer))
    reply.raw.once('finish', () => clearTimeout(timer))
    done()
  })

  app.addHook('onResponse', ({ raw }, _reply, done) => {
    // A refused body is still read so that its sender sees the response, but not indefinitely.
    if (!raw.complete) {
      const timer = setTimeout(() => raw.complete || raw.destroy(), LEFTOVER_TIMES * bodySeconds * 1000)
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}

function sizeInMemory({ headers, routeOptions }: FastifyRequest): number {
  if (headers['transfer-encoding'] === undefined && headers['content-length'] === undefined) return 0
  if (headers['content-type']?.startsWith('multipart/')) return 0
  const most = routeOptions.bodyLimit ?? BODY_BYTES
  return Math.min(Number(headers['content-length'] ?? most), most)
}

function refuseLate(request: FastifyRequest, reply: FastifyReply): void {
  void sendError(new AppError('request_timeout', 'The request took too long to arrive. Please try again.'), request, reply)
}
