import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import { calls } from '#shared/paths.ts'
import type { Config } from '../config.ts'

/** Routes whose parameter is a secret, beside those that call it a token: whoever knows it may see what it leads to. */
const SECRET_PREFIXES = [calls.checkoutSession(''), calls.avatar('')]
/** Our tokens and the names of sessions are longer, and so are no beginning of a path that nobody serves. */
const WORD = /^[\w.-]{1,24}$/
/** Names of checkout sessions, which open the card sandbox's page; they stand in the provider's messages too. */
const SESSION_NAMES = /\bcs_\w{8,}/g

/** Returns how the site logs. A URL may carry a one-time token, and a body what people wrote: neither is logged. */
export function logSettings({ LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>) {
  return {
    level: LOG_LEVEL,
    serializers: {
      req: (request: LoggedRequest) => ({ method: request.method, path: loggedPath(request) }),
    },
    // Where the database refuses a row it quotes the row, with what people wrote and from where they came.
    redact: ['req.headers', 'busboyOptions.headers', 'err.raw', 'err.headers', 'err.payload', 'err.detail', 'err.where'],
    hooks: { streamWrite: (line: string) => line.replace(SESSION_NAMES, 'cs_…') },
  } satisfies FastifyServerOptions['logger']
}

/** One that is malformed has no route, and never becomes more than what Node makes of it. */
type LoggedRequest = { method: string; url: string } & Partial<Pick<FastifyRequest, 'routeOptions'>>

/**
 * Returns the path of a request for the log, without its query: as it is when its route has no secret in it, the route where it has. Of a
 * path that nobody serves only the beginning is shown: it may be that of a payment link in some other spelling.
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
