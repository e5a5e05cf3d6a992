import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import type { Coding, Encoded, Sendable } from './finished-response.ts'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)
/** Four milliseconds for a page of 200 kB. */
const QUALITY = 5

/** A page as compressed bytes alone: with all styles in it, it is seven times as large otherwise, and hardly anybody asks for that. */
export class PackedResponse implements Sendable {
  readonly etag: string
  readonly #bytes: Buffer

  private constructor(etag: string, bytes: Buffer) {
    this.etag = etag
    this.#bytes = bytes
  }

  static async of(page: string): Promise<PackedResponse> {
    const body = Buffer.from(page)
    const bytes = await compress(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    })
    return new PackedResponse(`W/"${hash('sha1', body, 'base64url')}"`, bytes)
  }

  /** Bytes in memory. */
  get size(): number {
    return this.#bytes.length
  }

  async encoded(accepts: (coding: Coding) => boolean): Promise<Encoded> {
    return accepts('br') ? { coding: 'br', bytes: this.#bytes } : { bytes: await decompress(this.#bytes) }
  }
}
