import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import swagger from '@fastify/swagger'
import fastify, { type FastifyServerOptions } from 'fastify'
import {
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import { MAX_PHOTO_BYTES } from '#shared/vehicle-drafts.ts'
import type { Config } from './config.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { quoteRoutes } from './features/bookings/quote-routes.ts'
import { bookingRoutes } from './features/bookings/routes.ts'
import { quoteLinkRoutes } from './features/payments/quote-links.ts'
import { returnRoutes } from './features/payments/return-routes.ts'
import { paymentRoutes } from './features/payments/routes.ts'
import { staffQuoteRoutes } from './features/payments/staff-routes.ts'
import { webhookRoutes } from './features/payments/webhook.ts'
import type { Catalogue } from './features/tours/catalogue-cache.ts'
import { tourRoutes } from './features/tours/routes.ts'
import { draftRoutes } from './features/vehicles/draft-routes.ts'
import { vehicleRoutes } from './features/vehicles/routes.ts'
import { addCardPages } from './lib/card-pages.ts'
import type { App, Deps } from './lib/deps.ts'
import { addErrorAnswers, sendError } from './lib/error-answers.ts'
import { notFound } from './lib/errors.ts'
import { healthRoutes } from './lib/health.ts'
import { addCrossSiteDefence, addEmptyBodies, addNullByteCheck, addWebOrigin } from './lib/http-guards.ts'
import { addSite } from './lib/site.ts'
import { addStaffGuard } from './lib/staff-guard.ts'

/** An empty server with our logging; the features are added by `buildApp` once what they need is there. */
export function createServer(config: Config, options: FastifyServerOptions = {}): App {
  return fastify({
    trustProxy: trustProxy(config),
    bodyLimit: 262_144,
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    // Malformed addresses never reach a route; they get the same kind of answer.
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    logger: {
      level: config.LOG_LEVEL,
      // An address may carry a one-time token, a body what people wrote: neither is logged.
      serializers: {
        req: (request: { method: string; url: string }) => ({ method: request.method, path: withoutTokens(request.url) }),
      },
      redact: ['req.headers', 'err.raw', 'err.headers', 'err.payload'],
    },
    ...options,
  }).withTypeProvider<ZodTypeProvider>()
}

export interface AppParts {
  deps: Deps
  catalogue: Catalogue
  /** The card sandbox's port, undefined while it is not up; no function: cards go to Stripe. */
  cardSandboxPort?: () => number | undefined
}

/** Plugins, then one line per feature. */
export async function buildApp(app: App, { deps, catalogue, cardSandboxPort }: AppParts): Promise<App> {
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  addErrorAnswers(app)
  addWebOrigin(app, deps.config)
  addCrossSiteDefence(app, deps.origins)
  addNullByteCheck(app)
  await app.register(cookie)
  await app.register(compress, { globalCompression: true, encodings: ['br', 'gzip'], threshold: 2048 })
  await app.register(swagger, {
    openapi: { info: { title: 'Meridian', version: '1' } },
    transform: jsonSchemaTransform,
  })
  if (cardSandboxPort) addCardPages(app, cardSandboxPort)

  await app.register(async (scope) => {
    await scope.register(helmet, {
      contentSecurityPolicy: false,
      crossOriginResourcePolicy: { policy: deps.config.WEB_ORIGIN ? 'cross-origin' : 'same-origin' },
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      strictTransportSecurity: deps.config.PUBLIC_URL?.startsWith('https:') ?? false,
    })
    addEmptyBodies(scope)
    await scope.register(multipart, { limits: { fileSize: MAX_PHOTO_BYTES, files: 1, fields: 4, fieldSize: 1000, parts: 5 } })
    const features = scope as unknown as App
    healthRoutes(features, deps)
    addSite(scope, deps.config)
    accountRoutes(features, deps)
    tourRoutes(features, deps, catalogue)
    vehicleRoutes(features, deps)
    draftRoutes(features, deps)
    bookingRoutes(features, deps)
    quoteRoutes(features, deps)
    paymentRoutes(features, deps)
    returnRoutes(features, deps)
    quoteLinkRoutes(features, deps)
    webhookRoutes(features, deps)
    await scope.register(async (staff) => {
      addStaffGuard(staff, deps)
      staffQuoteRoutes(staff, deps)
    })
  })

  app.setNotFoundHandler(async (request, reply) => {
    // Somebody typed a page's address without the hash: the site's navigation is behind it.
    const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
    if (wantsPage) return reply.redirect(`/#${request.url}`, 302)
    throw notFound('Page')
  })
  return app
}

/** The path of a request for the log: without its query, and without the token of a payment link. */
function withoutTokens(url: string): string | undefined {
  return url.split('?')[0]?.replace(/^(\/pay\/q\/).*/, '$1…')
}

/** `1` or a list of addresses and subnets: the proxies whose word on the client's address counts. */
function trustProxy({ TRUST_PROXY }: Config): boolean | string {
  if (TRUST_PROXY === '' || TRUST_PROXY === '0' || TRUST_PROXY === 'false') return false
  if (TRUST_PROXY === '1' || TRUST_PROXY === 'true') return true
  return TRUST_PROXY
}
