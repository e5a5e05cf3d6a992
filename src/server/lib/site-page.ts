import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'

type Encoded = { encoding: 'br' | 'gzip' | undefined; bytes: Buffer }

/** index.html as it is sent: its content security policy, its ETag and its bytes, compressed once and not for every visitor. */
export class SitePage {
  readonly policy: string
  readonly tag: string
  readonly #plain: Buffer
  readonly #packed: Record<'br' | 'gzip', Buffer>

  constructor(html: string) {
    this.policy = contentSecurityPolicy(html)
    this.tag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
    this.#plain = Buffer.from(html)
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: this.#plain.length }
    this.#packed = { br: brotliCompressSync(this.#plain, { params }), gzip: gzipSync(this.#plain, { level: 9 }) }
  }

  /** Returns the bytes in the best encoding that the header `accept-encoding` accepts. */
  inEncoding(accepted: string | string[] = ''): Encoded {
    const encoding = negotiate(String(accepted), ['br', 'gzip']) ?? undefined
    return { encoding, bytes: encoding ? this.#packed[encoding] : this.#plain }
  }
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
  const inline = html.matchAll(new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))
  return [...inline].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}
