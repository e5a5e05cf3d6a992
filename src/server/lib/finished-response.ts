import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, type BrotliOptions } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bytesOf, gzipOf, ResponsePiece } from './response-piece.ts'

const compress = promisify(brotliCompress)
/** For a response that may never be asked for again. */
const CHEAP = 0
/** For one that is kept. */
const GOOD = 5

export type Coding = 'br' | 'gzip'

/** A response's bytes, in the coding that they are sent in; without one they are what they are. */
export interface Encoded {
  coding?: Coding
  bytes: Buffer
}

/** What `sendFinished` needs of a response. */
export interface Sendable {
  etag: string
  /** Returns the bytes in one of the codings that the client accepts, or plain. */
  encoded(accepts: (coding: Coding) => boolean): Promise<Encoded>
}

/** A response made of texts and pieces that others may hold as well. Its compressed form is made when somebody accepts it. */
export class FinishedResponse implements Sendable {
  readonly etag: string
  /** Bytes in memory, as if no other response held its pieces: these, the whole that it may be joined to, and the compressed form. */
  readonly size: number
  readonly #parts: readonly (Buffer | ResponsePiece)[]
  #timesCompressed = 0
  #kept: Promise<Buffer> | undefined
  #plain: Buffer | undefined

  constructor(parts: readonly (Buffer | ResponsePiece)[]) {
    this.#parts = parts
    for (const part of parts) if (part instanceof ResponsePiece) part.countUse()
    const tag = parts.map((part) => (part instanceof ResponsePiece ? part.digest : part.toString())).join('')
    // Weak: the compressed bytes go by the same tag.
    this.etag = `W/"${hash('sha1', tag, 'base64url')}"`
    this.size = Math.ceil(parts.reduce((sum, part) => sum + bytesOf(part).length, 0) * 2.25)
  }

  get body(): Buffer {
    return Buffer.concat(this.#parts.map(bytesOf))
  }

  /** Compresses cheaply for who asks first, and with brotli, well and once, for all who ask later. */
  async encoded(accepts: (coding: Coding) => boolean): Promise<Encoded> {
    const isFirst = this.#timesCompressed === 0
    const isBrotli = accepts('br')
    // Pieces that this response is the first to hold would take ten times as long as brotli takes.
    if (accepts('gzip') && (!isBrotli || (isFirst && this.#parts.every(isReady)))) {
      this.#timesCompressed += 1
      return { coding: 'gzip', bytes: gzipOf(this.#parts) }
    }
    if (isBrotli) return { coding: 'br', bytes: await this.#brotli() }
    this.#plain ??= this.body
    return { bytes: this.#plain }
  }

  /** Returns the bytes compressed with brotli: cheaply for who asks first, well and once for all who ask later. */
  async #brotli(): Promise<Buffer> {
    this.#timesCompressed += 1
    if (this.#kept) return this.#kept
    const { body } = this
    // In a fifth of a millisecond; handing it to another thread and back would take as long again.
    if (this.#timesCompressed === 1) return brotliCompressSync(body, optionsFor(body, CHEAP))
    this.#kept = compress(body, optionsFor(body, GOOD))
    return this.#kept
  }
}

function isReady(part: Buffer | ResponsePiece): boolean {
  return !(part instanceof ResponsePiece) || part.isShared
}

function optionsFor(body: Buffer, quality: number): BrotliOptions {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  // Enough for all of a list at once.
  return { params, chunkSize: 65_536 }
}

/** Sends a finished response: without its body where the client has it, compressed where it accepts that. The caller sets its type. */
export async function sendFinished(request: FastifyRequest, reply: FastifyReply, response: Sendable): Promise<FastifyReply> {
  const vary = reply.getHeader('vary')
  reply.header('vary', vary ? `${String(vary)}, Accept-Encoding` : 'Accept-Encoding').header('etag', response.etag)
  if (hasIt(request.headers['if-none-match'], response.etag)) return reply.code(304).send()
  const { coding, bytes } = await response.encoded((wanted) => negotiate(request.headers['accept-encoding'] ?? '', [wanted]) !== null)
  if (coding) reply.header('content-encoding', coding)
  return reply.send(bytes)
}

function hasIt(tags: string | undefined, etag: string): boolean {
  return tags !== undefined && (tags === '*' || tags.split(',').some((tag) => tag.trim() === etag))
}
