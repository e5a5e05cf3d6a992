import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, type BrotliOptions } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compress = promisify(brotliCompress)
/** For a response that may never be asked for again. */
const CHEAP = 0
/** For one that is kept. */
const GOOD = 5

/** What `sendFinished` needs of a response. */
export interface Sendable {
  etag: string
  plain(): Promise<Buffer>
  brotli(): Promise<Buffer>
}

/** A response as bytes, whose compressed form is made when somebody accepts it. */
export class FinishedResponse implements Sendable {
  readonly body: Buffer
  readonly etag: string
  #timesCompressed = 0
  #kept: Promise<Buffer> | undefined

  constructor(body: Buffer) {
    this.body = body
    // Weak: the compressed bytes go by the same tag.
    this.etag = `W/"${hash('sha1', body, 'base64url')}"`
  }

  /** Bytes in memory, with the compressed form that it may get. */
  get size(): number {
    return this.body.length + Math.ceil(this.body.length / 4)
  }

  async plain(): Promise<Buffer> {
    return this.body
  }

  /** Returns the bytes compressed with brotli: cheaply for who asks first, well and once for all who ask later. */
  async brotli(): Promise<Buffer> {
    this.#timesCompressed += 1
    // In a fifth of a millisecond; handing it to another thread and back would take as long again.
    if (this.#timesCompressed === 1) return brotliCompressSync(this.body, optionsFor(this.body, CHEAP))
    this.#kept ??= compress(this.body, optionsFor(this.body, GOOD))
    return this.#kept
  }
}

function optionsFor(body: Buffer, quality: number): BrotliOptions {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  // Enough for all of a list at once.
  return { params, chunkSize: 65_536 }
}

/** Sends a finished response: without its body where the client has it, compressed where it accepts that. The caller sets its type. */
export async function sendFinished(request: FastifyRequest, reply: FastifyReply, response: Sendable): Promise<FastifyReply> {
  const vary = [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', ')
  reply.header('vary', vary).header('etag', response.etag)
  if (hasIt(request.headers['if-none-match'], response.etag)) return reply.code(304).send()
  if (negotiate(request.headers['accept-encoding'] ?? '', ['br']) === null) return reply.send(await response.plain())
  return reply.header('content-encoding', 'br').send(await response.brotli())
}

function hasIt(tags: string | undefined, etag: string): boolean {
  return tags !== undefined && (tags === '*' || tags.split(',').some((tag) => tag.trim() === etag))
}
