import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/**
 * What a response says unless its route says something else: it may be kept by nobody, and a browser that is tricked into showing
 * it as a page runs nothing in it. Also on responses that no route and no hook sees, such as those to malformed requests.
 */
export const DEFAULT_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
} as const

/** Adds the protective headers to every response: pages, API, pictures, redirects and errors alike. */
export async function addResponseHeaders(app: FastifyInstance, { PUBLIC_URL, WEB_ORIGIN }: Config): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginResourcePolicy: { policy: WEB_ORIGIN ? 'cross-origin' : 'same-origin' },
    // Only what today's browsers still act on.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: PUBLIC_URL?.startsWith('https:') ?? false,
  })
  app.addHook('onRequest', async (_request, reply) => void reply.headers(DEFAULT_HEADERS))
}
