import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The site's own origins. Redirects use the request's host only if it is loopback or listed; emails never use a request's host. */
export interface Origins {
  /** Returns PUBLIC_URL, else a trusted host of the request, else loopback. */
  ofRequest(request: FastifyRequest): string
  ofMails(): string
  /** For emails that link to an endpoint; never the separate web origin. */
  ofCalls(): string
  ofPages(request: FastifyRequest): string
  mayCall(origin: string, request: FastifyRequest): boolean
}

/** `port()` returns the listening port, valid once the server listens. */
export function createOrigins(config: Config, port: () => number): Origins {
  const loopback = () => `http://localhost:${port()}`

  function ofRequest(request: FastifyRequest): string {
    if (config.PUBLIC_URL) return config.PUBLIC_URL
    const host = request.host.toLowerCase()
    const name = host.replace(/:\d+$/, '')
    const isTrusted = LOOPBACK.has(name) || config.ALLOWED_HOSTS.includes(name) || config.ALLOWED_HOSTS.includes(host)
    // A proxy in front may pass on whatever a visitor claims.
    const protocol = request.protocol === 'https' ? 'https' : 'http'
    return isTrusted ? `${protocol}://${host}` : loopback()
  }

  return {
    ofRequest,
    ofCalls: () => config.PUBLIC_URL ?? loopback(),
    ofMails: () => config.WEB_ORIGIN ?? config.PUBLIC_URL ?? loopback(),
    ofPages: (request) => config.WEB_ORIGIN ?? ofRequest(request),
    mayCall: (origin, request) => origin === ofRequest(request) || origin === config.WEB_ORIGIN,
  }
}
