import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The addresses by which the site is known. Redirects follow the request's own host only when it is a loopback
 * or listed name (decisions, "Running it"); emails never follow a request.
 */
export interface Origins {
  /** Returns the address at which this request reached the site: PUBLIC_URL, else a trusted host of the request, else loopback. */
  ofRequest(request: FastifyRequest): string
  /** Returns the address for emails and anything else made without a request. */
  ofMails(): string
  /** Returns the address of the endpoints, for emails that link to one: never the separate web origin. */
  ofCalls(): string
  /** Returns the address of the pages: the separate web origin if there is one. */
  ofPages(request: FastifyRequest): string
  /** Returns whether a page of this origin may send requests that change something. */
  mayCall(origin: string, request: FastifyRequest): boolean
}

/** `port()`: the port that the server listens on, known once it does. */
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
