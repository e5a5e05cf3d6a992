import type { App } from '../../src/server/lib/deps.ts'
import { Browser, type SiteResponse } from './browser.ts'

function asSent(body: unknown): BodyInit {
  if (Buffer.isBuffer(body)) return new Uint8Array(body)
  return typeof body === 'string' ? body : JSON.stringify(body)
}

/** A browser that talks over the network to a server in another process. */
export class WebBrowser extends Browser {
  readonly #origin: string

  constructor(origin: string) {
    super(undefined as unknown as App, origin)
    this.#origin = origin
  }

  override async request(method: 'GET' | 'POST', url: string, body: unknown, headers: Record<string, string>): Promise<SiteResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(`${this.#origin}${url}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(cookie && { cookie }),
        ...(method === 'POST' && { origin: this.#origin, 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: asSent(body) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      this.cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const bytes = Buffer.from(await response.arrayBuffer())
    const text = bytes.toString()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text,
      bytes,
      json: isJson ? JSON.parse(text) : undefined,
    }
  }

  /** Returns the same person at the new URL of a restarted site. */
  movedTo(origin: string): WebBrowser {
    const moved = new WebBrowser(origin)
    for (const [name, value] of this.cookies) moved.cookies.set(name, value)
    moved.email = this.email
    return moved
  }
}
