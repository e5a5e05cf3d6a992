import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { isStorable } from '#shared/fields.ts'
import { TOTAL_COUNT } from '#shared/list-pages.ts'
import { NO_COOKIES } from '#shared/accounts/session-paths.ts'
import type { Config } from '../config.ts'
import { AppError } from './errors.ts'
import type { Origins } from './origins.ts'

const CHANGING = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Endpoints that use none of our cookies: the provider signs its requests, and the hosted checkout belongs to the sandbox. */
const WITHOUT_COOKIES = ['/webhooks/', '/card-sandbox/']

/**
 * Cross-site defence: SameSite cookies come first, this check of Origin and Sec-Fetch-Site second. A request with neither header does not
 * come from a browser.
 */
export function addCrossSiteDefence(app: FastifyInstance, origins: Origins): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!CHANGING.has(request.method) || WITHOUT_COOKIES.some((prefix) => request.url.startsWith(prefix))) return done()
    const { origin } = request.headers
    const isAllowed = origin === undefined ? request.headers['sec-fetch-site'] !== 'cross-site' : origins.mayCall(origin, request)
    done(isAllowed ? undefined : new AppError('cross_site', 'This request is only allowed from our own pages.'))
  })
}

/** For pages that are served from another origin than the API. */
export async function addWebOrigin(app: FastifyInstance, { WEB_ORIGIN }: Config): Promise<void> {
  if (!WEB_ORIGIN) return
  await app.register(import('@fastify/cors'), {
    // A function, so that other origins get no header at all and their preflight a 404.
    origin: async (origin: string | undefined) => origin === WEB_ORIGIN,
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['content-type'],
    exposedHeaders: [TOTAL_COUNT, 'retry-after', 'date', NO_COOKIES],
    maxAge: 600,
    strictPreflight: false,
  })
}

/** Refuses compressed bodies: our clients do not send them, and a few bytes could expand beyond our memory. */
export function addPlainBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const encoding = request.headers['content-encoding']
    if (encoding === undefined || encoding === 'identity') return done()
    done(new AppError('unsupported_media_type', 'Please send the body uncompressed (no content-encoding).'))
  })
}

/** Ends a streamed body that a HEAD request would only discard. Otherwise the whole export would be made and read. */
export function addEmptyHeads(app: FastifyInstance): void {
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (request.method !== 'HEAD' || !(payload instanceof Readable)) return done(null, payload)
    payload.destroy()
    done(null, null)
  })
}

/** Treats an empty body as none even with a JSON content type, because the specified client sends such requests (specification §7). */
export function addEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null)
    else void parse(request, body, done)
  })
}

/** Refuses characters that PostgreSQL cannot store (U+0000 in text, unpaired surrogates in JSON) before a query fails on them. */
export function addCharacterCheck(app: FastifyInstance): void {
  app.addHook('preValidation', ({ body, query, params }, _reply, done) => {
    const isBad = [body, query, params].some(hasBadCharacter)
    done(isBad ? new AppError('validation_failed', 'The request contains a character that is not allowed.') : undefined)
  })
}

/** Iterative, because a body may be nested more deeply than our stack allows. */
function hasBadCharacter(value: unknown): boolean {
  const left = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next === 'string' && !isStorable(next)) return true
    if (!Array.isArray(next) && !isPlainObject(next)) continue
    for (const [key, inner] of Object.entries(next)) left.push(key, inner)
  }
  return false
}

/** A body passed on as a stream is not inspected. */
function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  // The router's params and query have their own prototype, which has no parent.
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
