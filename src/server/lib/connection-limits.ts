import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { MAX_PHOTO_BYTES, PHOTO_TOO_LARGE } from '#shared/photos.ts'
import type { Config } from '#server/config.ts'
import { AppError } from './errors.ts'
import { networkOf } from './rate-limits.ts'
import { createTally } from './tally.ts'

const SECOND_MS = 1000

/** A browser sends about 2 kB. Headers stay in memory as long as their request lasts. */
const LONGEST_HEADERS = 8192
const MAX_HEADERS = 100

/** Browsers and proxies send one at a time, load generators up to ten. */
const MAX_UNANSWERED = 16
/** Pipelined requests that are started in one turn of the event loop, of all connections together. */
const FOLLOW_UPS_A_TURN = 4
/** A client that has taken nothing of its answer for this long is assumed not to read. */
const LONGEST_STALL_MS = 60 * SECOND_MS

type Limits = Pick<Config, 'MAX_CONNECTIONS' | 'MAX_CONNECTIONS_PER_ADDRESS' | 'TRUST_PROXY'>

/** `stallMs` is how long an answer may wait for its client without any of it being taken. */
export function limitedServer(limits: Limits, stallMs = LONGEST_STALL_MS): (handler: RequestListener) => Server {
  return (handler) => {
    const server = createServer(
      {
        maxHeaderSize: LONGEST_HEADERS,
        headersTimeout: 15 * SECOND_MS,
        // Exceeds the limits on bodies, since a photo takes a while from a phone with a bad connection.
        requestTimeout: (LONGEST_ARRIVAL_SECONDS + 60) * SECOND_MS,
        // Longer than the timeout of common load balancers, so that none sends a request on a connection we are closing.
        keepAliveTimeout: 72 * SECOND_MS,
        connectionsCheckingInterval: 5 * SECOND_MS,
      },
      answerInTurn(handler),
    )
    server.maxHeadersCount = MAX_HEADERS
    server.maxConnections = limits.MAX_CONNECTIONS
    server.timeout = stallMs
    // Also called when a connection that is kept alive has been idle for too long.
    server.on('timeout', (socket: Socket) => {
      const isAnswering = (unanswered.get(socket)?.length ?? 0) > 0
      if (!isAnswering || socket.writableLength > 0) socket.destroy()
    })
    // A connection was refused, so idle ones make room.
    server.on('drop', () => server.closeIdleConnections())
    // Behind a proxy all connections are the proxy's.
    if (!limits.TRUST_PROXY) limitEachNetwork(server, limits.MAX_CONNECTIONS_PER_ADDRESS)
    return server
  }
}

type Exchange = [request: IncomingMessage, response: ServerResponse]

/** The requests of each connection; the first is being answered. */
const unanswered = new WeakMap<Socket, Exchange[]>()

/**
 * Answers the requests of a connection one at a time: the next one once the system has taken the answer before. Otherwise a
 * client that sends thousands of requests and reads nothing would fill the memory with its answers.
 */
function answerInTurn(handler: RequestListener): RequestListener {
  return (request, response) => {
    const { socket } = request
    // The rest of what it had already sent.
    if (socket.destroyed) return
    const waiting = unanswered.get(socket) ?? watched(socket)
    if (waiting.length >= MAX_UNANSWERED) {
      socket.destroy()
      return
    }
    waiting.push([request, response])
    if (waiting.length === 1) answerFirst(socket, waiting, handler)
  }
}

function watched(socket: Socket): Exchange[] {
  const waiting: Exchange[] = []
  unanswered.set(socket, waiting)
  socket.once('close', () => waiting.splice(0))
  return waiting
}

function answerFirst(socket: Socket, waiting: Exchange[], handler: RequestListener): void {
  const [first] = waiting
  if (!first) return
  const [request, response] = first
  const next = () => {
    // Both events come for most answers, and the connection may be gone.
    if (waiting[0] !== first) return
    waiting.shift()
    if (socket.destroyed) waiting.splice(0)
    if (waiting.length > 0) inALaterTurn(() => answerFirst(socket, waiting, handler))
  }
  response.once('finish', next).once('close', next)
  handler(request, response)
}

const followUps: (() => void)[] = []

/** Starts only a few in each turn of the event loop, so that visitors, who never send ahead, don’t wait for those who do. */
function inALaterTurn(start: () => void): void {
  if (followUps.push(start) === 1) setImmediate(startSome)
}

function startSome(): void {
  for (const start of followUps.slice(0, FOLLOW_UPS_A_TURN)) start()
  followUps.splice(0, FOLLOW_UPS_A_TURN)
  if (followUps.length > 0) setImmediate(startSome)
}

function limitEachNetwork(server: Server, most: number): void {
  const open = createTally()
  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    if (open.of(network) >= most) {
      socket.destroy()
      return
    }
    open.add(network, 1)
    socket.once('close', () => open.add(network, -1))
  })
}

export interface ArrivalLimits {
  windowMs: number
  leastBytes: number
  mostMs: number
}

/** Two kilobytes a second is GPRS with a second photo uploading alongside, or with pauses of a few seconds. */
const MIN_BYTES_PER_SECOND = 2000
const WINDOW_SECONDS = 30
/** Ten megabytes at five kilobytes a second take 34 minutes. */
const LONGEST_ARRIVAL_SECONDS = 40 * 60

export const ARRIVAL_LIMITS: ArrivalLimits = {
  windowMs: WINDOW_SECONDS * 1000,
  leastBytes: WINDOW_SECONDS * MIN_BYTES_PER_SECOND,
  mostMs: LONGEST_ARRIVAL_SECONDS * 1000,
}

/** A form is only slightly larger than its photo. */
const MAX_BYTES = MAX_PHOTO_BYTES + 1_000_000

/**
 * Throws 408 `request_timeout` if the body arrives too slowly or takes too long, and 413 if it is larger than any form.
 * The connection then ends, and with it the work in progress.
 */
export async function arriving<T>({ raw }: FastifyRequest, limits: ArrivalLimits, receiving: Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const first = raw.socket.bytesRead
  let seen = first
  let timer: NodeJS.Timeout | undefined
  const lost = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      const now = raw.socket.bytesRead
      if (now - first > MAX_BYTES) reject(new AppError('payload_too_large', PHOTO_TOO_LARGE))
      if (now - seen < limits.leastBytes || performance.now() - startedAt > limits.mostMs) {
        reject(new AppError('request_timeout', 'The upload is too slow. Please try again with a better connection.'))
      }
      seen = now
    }, limits.windowMs)
  })
  try {
    return await Promise.race([receiving, lost])
  } finally {
    clearInterval(timer)
  }
}
