import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'
import { sendError } from './error-responses.ts'
import { createTally } from './tally.ts'
import { networkOf } from './rate-limits.ts'

/** Enough for every call but two: the longest text, in which each character may be written as six. */
export const BODY_BYTES = 32_768
/** A quote request or its draft: a hundred items and thirty photos with their names, all in letters of three bytes. */
export const LONG_BODY_BYTES = 131_072
/** An event of the card provider's, whose size it decides. */
export const EVENT_BYTES = 262_144

/** What may wait in memory for the rest of its body: in all, and from one network. */
const WAITING_BYTES = 48 * 1024 * 1024
const WAITING_BYTES_PER_NETWORK = 4 * 1024 * 1024

/** The rest of a body that has been refused may take so many times as long: five minutes. */
const LEFTOVER_TIMES = 10

interface BodyLimits {
  /** How long a body may take to arrive; photos, which are not kept in memory, have limits of their own (`arrival-watch.ts`). */
  bodySeconds: number
}

/**
 * Bounds the bodies that are on their way: their size in memory, in all and for each network, and the time that they take. A
 * visitor who sends a little every few seconds otherwise holds memory for as long as he likes.
 */
export function addBodyLimits(app: FastifyInstance, { bodySeconds }: BodyLimits): void {
  const waiting = createTally()
  let total = 0

  app.addHook('onRequest', (request, reply, done) => {
    const size = sizeInMemory(request)
    if (size === 0) return done()
    const network = networkOf(request.ip)
    if (total + size > WAITING_BYTES || waiting.of(network) + size > WAITING_BYTES_PER_NETWORK) {
      // What comes of this body all the same is not read.
      reply.header('connection', 'close')
      return done(new AppError('unavailable', 'We are very busy just now. Please try again in a moment.', { retryAfter: 5 }))
    }
    total += size
    waiting.add(network, size)
    const timer = setTimeout(() => refuseLate(request, reply), bodySeconds * 1000)
    let hasEnded = false
    const end = () => {
      if (hasEnded) return
      hasEnded = true
      clearTimeout(timer)
      total -= size
      waiting.add(network, -size)
    }
    // The body is complete, or will never be; or the response did not wait for it.
    request.raw.once('close', end)
    reply.raw.once('finish', end)
    done()
  })

  app.addHook('onResponse', ({ raw }, _reply, done) => {
    // What was refused is read on, so that its sender sees why; but not for ever.
    if (!raw.complete) {
      const timer = setTimeout(() => raw.complete || raw.destroy(), LEFTOVER_TIMES * bodySeconds * 1000)
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}

/** Returns how many bytes of a body its parser will hold at most; those of files are written to the disk as they come. */
function sizeInMemory({ headers, routeOptions }: FastifyRequest): number {
  if (headers['transfer-encoding'] === undefined && headers['content-length'] === undefined) return 0
  if (headers['content-type']?.startsWith('multipart/')) return 0
  const most = routeOptions.bodyLimit ?? BODY_BYTES
  return Math.min(Number(headers['content-length'] ?? most), most)
}

function refuseLate(request: FastifyRequest, reply: FastifyReply): void {
  void sendError(new AppError('request_timeout', 'The request took too long to arrive. Please try again.'), request, reply)
}
