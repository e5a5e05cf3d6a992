import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Config } from '../config.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60

const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
/** For uploaded files, so that even opened directly they belong to no origin. */
export const UPLOAD_POLICY = `${NOTHING}; sandbox`

/**
 * Defaults unless a route overrides them: no caching, and nothing runs even if a browser is tricked into showing the
 * response as a page. Also sent where no route or hook runs, such as for malformed requests.
 */
const DEFAULT_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': NOTHING,
  'x-content-type-options': 'nosniff',
} as const

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

export function defaultHeaders({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): Record<string, string> {
  const isSecure = PUBLIC_URL?.startsWith('https:') ?? false
  return { ...DEFAULT_HEADERS, ...(isSecure && { 'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains` }) }
}

export function addResponseHeaders(app: FastifyInstance, config: Config): void {
  const headers = { ...helmetHeaders(config), 'permissions-policy': PERMISSIONS, ...defaultHeaders(config) }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** Helmet's headers never change, so it is called once, with a response that is never sent. */
function helmetHeaders({ WEB_ORIGIN }: Pick<Config, 'WEB_ORIGIN'>): OutgoingHttpHeaders {
  const ask = helmet({
    contentSecurityPolicy: false,
    crossOriginResourcePolicy: { policy: WEB_ORIGIN ? 'cross-origin' : 'same-origin' },
    // Turns off headers that current browsers ignore.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // One of our own headers, which also reach responses that no plugin sees.
    strictTransportSecurity: false,
  })
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  ask(request, response, (error) => {
    if (error !== undefined) throw new Error('invalid Helmet settings', { cause: error })
  })
  return response.getHeaders()
}
