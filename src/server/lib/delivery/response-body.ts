import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, brotliDecompress, constants, gzip, type BrotliOptions } from 'node:zlib'
import { bytesOf, gzipOf, ResponsePiece, type Part } from './response-piece.ts'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)
const toGzip = promisify(gzip)

/** For a list that may never be requested again: 0.2 ms and 46 kB, from 157 kB. */
const CHEAP = 0
/** For what is requested again: 1.9 ms on another thread and 34 kB, from the same. */
const GOOD = 5
/** For the home page: half a second on another thread, once per process, to save 3 kB of 30 on each visit. */
export const BEST = constants.BROTLI_MAX_QUALITY

export type Coding = 'br' | 'gzip'

/** A body's bytes in the given coding; without one they are uncompressed. */
export interface Encoded {
  coding?: Coding
  bytes: Buffer
}

export class ResponseBody {
  readonly etag: string
  /** Bytes in memory, as if no other body shared its pieces: the parts, the whole they may be joined into, and the compressed form. */
  readonly size: number
  readonly #parts: readonly Part[] | undefined
  #brotli: Promise<Buffer> | undefined
  #plain: Buffer | undefined
  readonly #unpacked = sharedWhileUsed(async () => decompress((await this.#brotli) ?? ''))
  readonly #gzip = sharedWhileUsed(async () => (this.#parts ? gzipOf(this.#parts) : toGzip(await this.plain())))
  #isAsked = false

  private constructor(tag: string | Buffer, size: number, kept: { parts: readonly Part[] } | { brotli: Buffer }) {
    // A weak tag, because it stands for both plain and compressed bytes.
    this.etag = `W/"${hash('sha1', tag, 'base64url')}"`
    this.size = size
    if ('parts' in kept) this.#parts = kept.parts
    else this.#brotli = Promise.resolve(kept.brotli)
  }

  /** Creates a body from texts and pieces, which other bodies may share. It is compressed once a client accepts that. */
  static of(parts: readonly Part[]): ResponseBody {
    for (const part of parts) if (part instanceof ResponsePiece) part.countUse()
    const tag = parts.map((part) => (part instanceof ResponsePiece ? part.digest : part.toString())).join('')
    const length = parts.reduce((sum, part) => sum + bytesOf(part).length, 0)
    return new ResponseBody(tag, Math.ceil(length * 2.25), { parts })
  }

  /** Creates a body that is compressed at once and keeps only that form: a page with its styles would take seven times the memory. */
  static async packed(text: string, quality = GOOD): Promise<ResponseBody> {
    const bytes = Buffer.from(text)
    const brotli = await compress(bytes, optionsFor(bytes, quality))
    return new ResponseBody(bytes, brotli.length, { brotli })
  }

  async plain(): Promise<Buffer> {
    if (!this.#parts) return this.#unpacked()
    return this.#plain ?? Buffer.concat(this.#parts.map(bytesOf))
  }

  async json(): Promise<unknown> {
    return JSON.parse((await this.plain()).toString())
  }

  /** Compresses cheaply for the first client, and once with better brotli for all later ones. */
  async encoded(accepts: (coding: Coding) => boolean): Promise<Encoded> {
    const isFirst = !this.#isAsked
    this.#isAsked = true
    if (!accepts('br')) return accepts('gzip') ? this.#asGzip() : this.#asPlain()
    if (isFirst && !this.#brotli) return accepts('gzip') && this.#isJoinable ? this.#asGzip() : this.#asCheapBrotli()
    this.#brotli ??= this.plain().then(async (bytes) => compress(bytes, optionsFor(bytes, GOOD)))
    return { coding: 'br', bytes: await this.#brotli }
  }

  /**
   * True if its pieces have been compressed for other bodies; compressing them for this one alone would take ten times
   * as long as brotli.
   */
  get #isJoinable(): boolean {
    return this.#parts?.every((part) => !(part instanceof ResponsePiece) || part.isShared) === true
  }

  async #asPlain(): Promise<Encoded> {
    const bytes = await this.plain()
    if (this.#parts) this.#plain = bytes
    return { bytes }
  }

  async #asGzip(): Promise<Encoded> {
    return { coding: 'gzip', bytes: await this.#gzip() }
  }

  async #asCheapBrotli(): Promise<Encoded> {
    const bytes = await this.plain()
    // Handing it to another thread and back would take as long again.
    return { coding: 'br', bytes: brotliCompressSync(bytes, optionsFor(bytes, CHEAP)) }
  }
}

/** Makes bytes again only once no client is being sent them, so that many slow clients share one copy. */
function sharedWhileUsed(make: () => Promise<Buffer>): () => Promise<Buffer> {
  let making: Promise<Buffer> | undefined
  let made: WeakRef<Buffer> | undefined
  const makeOnce = async () => {
    try {
      const bytes = await make()
      made = new WeakRef(bytes)
      return bytes
    } finally {
      making = undefined
    }
  }
  return async () => made?.deref() ?? (making ??= makeOnce())
}

function optionsFor(bytes: Buffer, quality: number): BrotliOptions {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  // Large enough for a whole list at once.
  return { params, chunkSize: 65_536 }
}
