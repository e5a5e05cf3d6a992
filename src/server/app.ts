import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import swagger from '@fastify/swagger'
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { jsonSchemaTransform, serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { MAX_PHOTO_BYTES } from '#shared/photos.ts'
import type { Config } from './config.ts'
import { allFeatures } from './features.ts'
import { addStaffAudit } from './features/audit/staff-calls.ts'
import type { Catalogue } from './features/tours/catalogue-cache.ts'
import { addBodyLimits, BODY_BYTES } from './lib/body-limits.ts'
import { addCardPages } from './lib/card-sandbox-process.ts'
import { limitedServer } from './lib/connection-limits.ts'
import { ResponseBody, sendBody } from './lib/delivery/response-body.ts'
import { addSite } from './lib/delivery/site.ts'
import type { App, Deps } from './lib/deps.ts'
import { addErrorResponses, answerClientError, sendError } from './lib/error-responses.ts'
import { notFound } from './lib/errors.ts'
import { addGracefulClose } from './lib/graceful-close.ts'
import { addSessionGuard, addStaffGuard } from './lib/guards.ts'
import { addMemoryGuard, healthRoutes } from './lib/health.ts'
import { addCharacterCheck, addCrossSiteDefence, addEmptyBodies, addEmptyHeads, addPlainBodies, addWebOrigin } from './lib/http-guards.ts'
import { addLoadShedding, type Level } from './lib/load-shedding.ts'
import { logSettings } from './lib/log-settings.ts'
import { addRequestIds, newRequestId, REQUEST_ID_HEADER } from './lib/request-ids.ts'
import { addResponseHeaders, defaultHeaders } from './lib/response-headers.ts'
import { addCopyGuard } from './lib/restored-copy.ts'
import { serving, type Scopes } from './lib/serve.ts'
import { addPublicPages } from './public-pages.ts'

/** `buildApp` adds the features once their dependencies exist. */
export function createServer(config: Config, options: FastifyServerOptions = {}): App {
  const headers = defaultHeaders(config)
  return fastify({
    trustProxy: trustedProxies(config),
    serverFactory: limitedServer(config),
    bodyLimit: BODY_BYTES,
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    // What arrives on an open connection while the server is closing is answered like anything else.
    return503OnClosing: false,
    // A malformed URL never reaches a route but gets the same kind of API error.
    frameworkErrors: (error, request, reply) =>
      void sendError(error, request, reply.headers(headers).header(REQUEST_ID_HEADER, request.id)),
    clientErrorHandler: (error, socket) => answerClientError(error, socket, { ...headers, [REQUEST_ID_HEADER]: newRequestId() }),
    logger: logSettings(config),
    genReqId: newRequestId,
    ...options,
  }).withTypeProvider<ZodTypeProvider>()
}

export interface AppParts {
  deps: Deps
  catalogue: Catalogue
  /** Returns undefined while the card sandbox is down. Absent if cards go to Stripe. */
  cardSandboxPort?: () => number | undefined
  /** Aborts when this process is about to stop. */
  leaving?: AbortSignal
  /** Decides what is refused under overload; by default how long work waits in this process. */
  load?: Level
}

export async function buildApp(
  app: App,
  { deps, catalogue, cardSandboxPort, leaving = new AbortController().signal, load }: AppParts,
): Promise<App> {
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  addErrorResponses(app)
  addRequestIds(app)
  addGracefulClose(app, leaving)
  addResponseHeaders(app, deps.config)
  await addCopyGuard(app, deps.copy)
  await addWebOrigin(app, deps.config)
  await addMemoryGuard(app)
  addLoadShedding(app, deps.pool, load)
  addBodyLimits(app, { bodySeconds: deps.config.BODY_SECONDS })
  addCrossSiteDefence(app, deps.origins)
  addPlainBodies(app)
  addEmptyHeads(app)
  addCharacterCheck(app)
  await app.register(cookie)
  await app.register(compress, {
    globalCompression: true,
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: 2048,
    // What a long export has so far is sent at once.
    brotliOptions: { flush: constants.BROTLI_OPERATION_FLUSH },
    zlibOptions: { flush: constants.Z_SYNC_FLUSH },
  })
  await app.register(swagger, {
    openapi: { info: { title: 'Meridian', version: '1' } },
    // The staff API is not published.
    transform: (route) => jsonSchemaTransform(route.url.startsWith('/staff/') ? { ...route, schema: { hide: true } } : route),
  })
  if (cardSandboxPort) addCardPages(app, cardSandboxPort)

  await app.register(async (scope) => {
    addEmptyBodies(scope)
    await scope.register(multipart, { limits: { fileSize: MAX_PHOTO_BYTES, files: 1, fields: 4, fieldSize: 1000, parts: 5 } })
    healthRoutes(scope, deps, leaving)
    addSite(scope, deps.config, deps.origins)
    await addPublicPages(scope, deps, catalogue)
    let document: Promise<ResponseBody> | undefined
    scope.get('/openapi.json', { schema: { hide: true } }, async (request, reply) =>
      sendBody(
        request,
        reply.type('application/json; charset=utf-8'),
        await (document ??= ResponseBody.packed(JSON.stringify(app.swagger()))),
      ),
    )
    await addFeatures(scope, deps, catalogue)
  })

  app.setNotFoundHandler(async (request, reply) => {
    // Someone typed a page's path without the hash.
    const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
    if (wantsPage) return reply.redirect(`/#${request.url}`, 302)
    throw notFound('Page')
  })
  return app
}

async function addFeatures(app: App, deps: Deps, catalogue: Catalogue): Promise<void> {
  const scopes: Scopes = { open: app, reader: app, signedIn: app, staff: app }
  const guard = async (name: keyof Scopes, by: (scope: App) => void) =>
    app.register(async (scope: App) => {
      by(scope)
      scopes[name] = scope
    })
  await guard('reader', (scope) => {
    if (!deps.config.OPEN_CATALOGUE) requireSignIn(scope, deps)
  })
  await guard('signedIn', (scope) => addSessionGuard(scope, deps))
  await guard('staff', (scope) => {
    addStaffAudit(scope, deps)
    addStaffGuard(scope, deps)
    showChangesAtOnce(scope, catalogue)
  })
  const calls = serving(scopes, deps)
  for (const feature of allFeatures(deps, catalogue)) {
    feature.calls?.(calls)
    feature.open?.(scopes.open)
    feature.readers?.(scopes.reader)
    feature.signedIn?.(scopes.signedIn)
    feature.staff?.(scopes.staff)
  }
}

/**
 * Requires a sign-in before anything else is checked, so that a signed-out caller learns nothing about the request. Only
 * for what is not personal: an ended session is noticed only once its access token expires.
 */
function requireSignIn(scope: FastifyInstance, { auth }: Deps): void {
  scope.addHook('onRequest', (request, _reply, done) => {
    auth.require(request)
    done()
  })
}

/** Staff changes, especially to prices, must be visible by the time staff are told that they succeeded. */
function showChangesAtOnce(scope: FastifyInstance, catalogue: Catalogue): void {
  scope.addHook('onSend', async ({ method }, { statusCode }) => {
    // If the database has gone down since, the next reader waits for it.
    if (method !== 'GET' && statusCode < 400) await catalogue.catchUp().catch(() => undefined)
  })
}

function trustedProxies({ TRUST_PROXY = 0 }: Config) {
  if (typeof TRUST_PROXY === 'string') return TRUST_PROXY
  return TRUST_PROXY > 0 && ((_address: string, hop: number) => hop < TRUST_PROXY)
}
