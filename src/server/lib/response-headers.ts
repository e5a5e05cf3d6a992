import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Config } from '../config.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60

const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
/** For files that people have uploaded: opened by themselves, they are in no origin either. */
export const UPLOAD_POLICY = `${NOTHING}; sandbox`

/**
 * What a response says unless its route says something else: it may be kept by nobody, and a browser that is tricked into showing
 * it as a page runs nothing in it. Also on responses that no route and no hook sees, such as those to malformed requests.
 */
const DEFAULT_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': NOTHING,
  'x-content-type-options': 'nosniff',
} as const

/** What scripts may ask a browser for: to copy, to share, to sign in by a passkey. Not what a script from elsewhere would like to have. */
const PERMISSIONS = [
  ...['clipboard-write', 'publickey-credentials-create', 'publickey-credentials-get', 'web-share'].map((feature) => `${feature}=(self)`),
  ...[
    'accelerometer',
    'autoplay',
    'bluetooth',
    'browsing-topics',
    'camera',
    'clipboard-read',
    'display-capture',
    'fullscreen',
    'geolocation',
    'gyroscope',
    'hid',
    'local-fonts',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'serial',
    'usb',
    'window-management',
    'xr-spatial-tracking',
  ].map((feature) => `${feature}=()`),
].join(', ')

/** Returns what every response says, and under https that nobody is to ask over http again. */
export function defaultHeaders({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): Record<string, string> {
  const isSecure = PUBLIC_URL?.startsWith('https:') ?? false
  return { ...DEFAULT_HEADERS, ...(isSecure && { 'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains` }) }
}

/** Adds the protective headers to every response: pages, API, pictures, redirects and errors alike. */
export function addResponseHeaders(app: FastifyInstance, config: Config): void {
  const headers = { ...helmetHeaders(config), 'permissions-policy': PERMISSIONS, ...defaultHeaders(config) }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** Returns what helmet says on every response. It is always the same, so helmet is asked once, about a response that is never sent. */
function helmetHeaders({ WEB_ORIGIN }: Pick<Config, 'WEB_ORIGIN'>): OutgoingHttpHeaders {
  const ask = helmet({
    contentSecurityPolicy: false,
    crossOriginResourcePolicy: { policy: WEB_ORIGIN ? 'cross-origin' : 'same-origin' },
    // Only what today's browsers still act on.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // Among our own, which also reach the responses that no plugin sees.
    strictTransportSecurity: false,
  })
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  ask(request, response, (error) => {
    if (error !== undefined) throw new Error('Helmet refuses its settings', { cause: error })
  })
  return response.getHeaders()
}
