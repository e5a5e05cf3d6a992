import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'

type Encoding = 'br' | 'gzip'

/** index.html as it is sent: its content security policy, its ETag and its bytes, compressed for the first visitor who takes them so. */
export class SitePage {
  readonly policy: string
  readonly tag: string
  readonly #plain: Buffer
  readonly #packed = new Map<Encoding, Buffer>()

  constructor(html: string) {
    this.policy = contentSecurityPolicy(html)
    this.tag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
    this.#plain = Buffer.from(html)
  }

  /** Returns the bytes in the best encoding that the header `accept-encoding` accepts. */
  inEncoding(accepted: string | string[] = ''): { encoding: Encoding | undefined; bytes: Buffer } {
    const encoding = negotiate<Encoding>(String(accepted), ['br', 'gzip'])
    if (!encoding) return { encoding: undefined, bytes: this.#plain }
    const bytes = this.#packed.get(encoding) ?? pack(this.#plain, encoding)
    this.#packed.set(encoding, bytes)
    return { encoding, bytes }
  }
}

function pack(bytes: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'gzip') return gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION })
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
}

/** Returns a policy that allows only our own scripts and styles: files, and the inline ones that the build wrote, by their hashes. */
export function contentSecurityPolicy(html: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${hashesOf(html, 'script').join(' ')}`.trim(),
    `style-src 'self' ${hashesOf(html, 'style').join(' ')}`.trim(),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self' https://checkout.stripe.com",
  ].join('; ')
}

function hashesOf(html: string, tag: 'script' | 'style'): string[] {
  return inlineTexts(html, tag).map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}

/** Returns what stands between such tags, except those that name a file. */
function inlineTexts(html: string, tag: 'script' | 'style'): string[] {
  const texts: string[] = []
  for (let at = html.indexOf(`<${tag}`); at >= 0;) {
    const start = html.indexOf('>', at) + 1
    const end = html.indexOf(`</${tag}>`, start)
    if (start === 0 || end < 0) break
    if (!/\ssrc=/.test(html.slice(at, start))) texts.push(html.slice(start, end))
    at = html.indexOf(`<${tag}`, end)
  }
  return texts
}
