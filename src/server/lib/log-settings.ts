import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import { AVATARS } from '#shared/accounts/session-paths.ts'
import { pathOf } from '#shared/contract.ts'
import { getCheckoutSession } from '#shared/payments/calls.ts'
import type { Config } from '../config.ts'
import { isConnectionError } from './db.ts'
import { nameRequest } from './request-ids.ts'

/** Routes whose parameter grants access although it is not named a token. */
const SECRET_PREFIXES = [pathOf(getCheckoutSession, { id: '' }), AVATARS]
/** Our tokens and session names are longer than this, so only harmless path segments match. */
const WORD = /^[\w.-]{1,24}$/
/** A checkout session's name opens the card sandbox's page, and also occurs in the provider's messages. */
const SESSION_NAMES = /\bcs_\w{8,}/g

const ERROR = 50
/** While the database is away everything fails at once; one line in this time tells it. */
const OUTAGE_PAUSE_MS = 10_000

/**
 * Logs neither URLs, which may contain one-time tokens, nor bodies, which may contain personal text. Once `leaving` aborts, broken
 * connections are how the process ends, and are not logged.
 */
export function logSettings({ LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>, leaving?: AbortSignal) {
  return {
    level: LOG_LEVEL,
    mixin: nameRequest,
    serializers: {
      req: (request: LoggedRequest) => ({ method: request.method, path: loggedPath(request) }),
    },
    // PostgreSQL's errors quote the refused row, with what people wrote and their network addresses.
    redact: ['req.headers', 'busboyOptions.headers', 'err.raw', 'err.headers', 'err.payload', 'err.detail', 'err.where'],
    hooks: { streamWrite: (line: string) => line.replace(SESSION_NAMES, 'cs_…'), logMethod: onceInAWhile(leaving) },
  } satisfies FastifyServerOptions['logger']
}

type LogMethod = (args: unknown[], method: (...args: never[]) => void, level: number) => void

function onceInAWhile(leaving: AbortSignal | undefined): LogMethod {
  let lastAt = -Infinity
  let skipped = 0
  return function (this: unknown, args, method, level) {
    const [fields, ...rest] = args
    if (level < ERROR || !isConnectionError((fields as { err?: unknown } | undefined)?.err)) return method.apply(this, args as never[])
    const now = performance.now()
    if (leaving?.aborted || now - lastAt < OUTAGE_PAUSE_MS) {
      skipped += 1
      return
    }
    method.apply(this, [{ ...(fields as object), ...(skipped > 0 && { skipped }) }, ...rest] as never[])
    lastAt = now
    skipped = 0
  }
}

/** A malformed request has no route and is only ever Node's own object. */
type LoggedRequest = { method: string; url: string } & Partial<Pick<FastifyRequest, 'routeOptions'>>

/**
 * Returns the path without its query, or the route pattern if the route contains a secret. Of a path that matches no
 * route only the beginning is logged, since it may be a mistyped payment link.
 */
function loggedPath({ url, routeOptions }: LoggedRequest): string {
  const path = url.split('?')[0] ?? ''
  const route = routeOptions?.url
  if (route !== undefined) return isSecret(route) ? route : path
  const [, first = '', ...rest] = path.split('/')
  return `/${WORD.test(first) ? first : '…'}${rest.length > 0 ? '/…' : ''}`
}

function isSecret(route: string): boolean {
  return route.includes(':token') || route.includes('*') || SECRET_PREFIXES.some((prefix) => route.startsWith(prefix))
}
