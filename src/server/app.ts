import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import swagger from '@fastify/swagger'
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { jsonSchemaTransform, serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { MAX_PHOTO_BYTES } from '#shared/photos.ts'
import type { Config } from './config.ts'
import { auditPersonalData } from './features/audit/personal-data.ts'
import { avatarRoutes } from './features/accounts/avatar/routes.ts'
import { emailChangeRoutes, objectionRoutes } from './features/accounts/email-changes/routes.ts'
import { identityRoutes } from './features/accounts/identity/routes.ts'
import { accountDataRoutes } from './features/accounts/own-data/routes.ts'
import { passkeyRoutes } from './features/accounts/passkeys/routes.ts'
import { passkeySignInRoutes } from './features/accounts/passkeys/sign-in-routes.ts'
import { recoveryRoutes } from './features/accounts/recovery/routes.ts'
import { secondFactorRoutes } from './features/accounts/second-factor/routes.ts'
import { accountRoutes } from './features/accounts/sessions/routes.ts'
import { settingsRoutes } from './features/accounts/settings/routes.ts'
import { guideRoutes } from './features/bookings/guide-links/routes.ts'
import { bookingPersonalData } from './features/bookings/personal-data.ts'
import { enquiryPersonalData } from './features/enquiries/personal-data.ts'
import { mailPersonalData } from './features/mails/personal-data.ts'
import { quotePersonalData } from './features/quotes/personal-data.ts'
import { quoteRequestRoutes } from './features/quotes/requests/routes.ts'
import { ownReviewRoutes } from './features/reviews/own/routes.ts'
import { confirmAddress } from './features/bookings/contacts/commands.ts'
import { moveRoutes } from './features/my-bookings/vehicles/routes.ts'
import { myBookingRoutes } from './features/my-bookings/routes.ts'
import { enquiryRoutes } from './features/enquiries/routes.ts'
import { paymentPersonalData } from './features/payments/personal-data.ts'
import { refundPersonalData } from './features/refunds/personal-data.ts'
import { quoteLinkRoutes } from './features/quotes/payment/routes.ts'
import { quoteWithdrawalRoutes } from './features/quotes/withdrawals/routes.ts'
import { returnRoutes } from './features/checkout/return-routes.ts'
import { cancellationRoutes } from './features/cancellations/routes.ts'
import { paidRoutes } from './features/checkout/paid/routes.ts'
import { checkoutRoutes } from './features/checkout/routes.ts'
import { reservationLinkRoutes } from './features/reservations/routes.ts'
import { webhookRoutes } from './features/reconciliation/events/routes.ts'
import type { Catalogue } from './features/tours/catalogue-cache.ts'
import { reviewRoutes } from './features/reviews/routes.ts'
import { reviewPersonalData } from './features/reviews/personal-data.ts'
import { pictureRoutes } from './features/tours/pictures/routes.ts'
import { tourRoutes } from './features/tours/routes.ts'
import { photoRoutes } from './features/vehicles/photos/routes.ts'
import { releaseReservation } from './features/reservations/endings.ts'
import { continueTourPayment } from './features/reservations/payment.ts'
import { continueQuotePayment } from './features/quotes/payment/flows.ts'
import { draftRoutes } from './features/vehicles/drafts/routes.ts'
import { vehiclePersonalData } from './features/vehicles/personal-data.ts'
import { vehicleRoutes } from './features/vehicles/routes.ts'
import { addBodyLimits, BODY_BYTES } from './lib/body-limits.ts'
import { addCardPages } from './lib/card-pages.ts'
import { limitedServer } from './lib/connection-limits.ts'
import type { App, Deps } from './lib/deps.ts'
import { addErrorResponses, answerClientError, sendError } from './lib/error-responses.ts'
import { notFound } from './lib/errors.ts'
import { addGracefulClose } from './lib/graceful-close.ts'
import { healthRoutes } from './lib/health.ts'
import { addCharacterCheck, addCrossSiteDefence, addEmptyBodies, addPlainBodies, addWebOrigin } from './lib/http-guards.ts'
import { logSettings } from './lib/log-settings.ts'
import { addMemoryGuard } from './lib/memory-guard.ts'
import type { PersonalData } from './lib/personal-data.ts'
import { addResponseHeaders, defaultHeaders } from './lib/response-headers.ts'
import { addSessionGuard } from './lib/session-guard.ts'
import { addSite } from './lib/delivery/site.ts'
import { addPublicPages } from './public-pages.ts'
import { addStaffCalls } from './staff-app.ts'

/** Creates an empty server with our logging; `buildApp` adds the features once their dependencies exist. */
export function createServer(config: Config, options: FastifyServerOptions = {}): App {
  const headers = defaultHeaders(config)
  return fastify({
    trustProxy: trustedProxies(config),
    serverFactory: limitedServer(config),
    bodyLimit: BODY_BYTES,
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    // A malformed URL never reaches a route, but gets the same kind of API error.
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply.headers(headers)),
    clientErrorHandler: (error, socket) => answerClientError(error, socket, headers),
    logger: logSettings(config),
    ...options,
  }).withTypeProvider<ZodTypeProvider>()
}

export interface AppParts {
  deps: Deps
  catalogue: Catalogue
  /** Undefined while the card sandbox is down. Missing when cards go to Stripe. */
  cardSandboxPort?: () => number | undefined
}

export async function buildApp(app: App, { deps, catalogue, cardSandboxPort }: AppParts): Promise<App> {
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  addErrorResponses(app)
  addGracefulClose(app)
  addResponseHeaders(app, deps.config)
  await addWebOrigin(app, deps.config)
  await addMemoryGuard(app)
  addBodyLimits(app, { bodySeconds: deps.config.BODY_SECONDS })
  addCrossSiteDefence(app, deps.origins)
  addPlainBodies(app)
  addCharacterCheck(app)
  await app.register(cookie)
  await app.register(compress, { globalCompression: true, globalDecompression: false, encodings: ['br', 'gzip'], threshold: 2048 })
  await app.register(swagger, {
    openapi: { info: { title: 'Meridian', version: '1' } },
    // What staff can do is not published.
    transform: (route) => jsonSchemaTransform(route.url.startsWith('/staff/') ? { ...route, schema: { hide: true } } : route),
  })
  if (cardSandboxPort) addCardPages(app, cardSandboxPort)

  await app.register(async (scope) => {
    addEmptyBodies(scope)
    await scope.register(multipart, { limits: { fileSize: MAX_PHOTO_BYTES, files: 1, fields: 4, fieldSize: 1000, parts: 5 } })
    healthRoutes(scope, deps)
    addSite(scope, deps.config, deps.origins)
    await addPublicPages(scope, deps, catalogue)
    accountRoutes(scope, deps)
    passkeySignInRoutes(scope, deps)
    enquiryRoutes(scope, deps)
    reviewRoutes(scope, deps)
    recoveryRoutes(scope, deps, confirmAddress, personalData(deps))
    objectionRoutes(scope, deps, personalData(deps))
    avatarRoutes(scope, deps)
    pictureRoutes(scope, deps)
    returnRoutes(scope, deps)
    paidRoutes(scope, deps)
    quoteLinkRoutes(scope, deps)
    reservationLinkRoutes(scope, deps)
    guideRoutes(scope, deps)
    webhookRoutes(scope, deps)
    scope.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
    await scope.register(async (readers) => {
      if (!deps.config.OPEN_CATALOGUE) requireSignIn(readers, deps)
      tourRoutes(readers, deps, catalogue)
    })
    await scope.register(async (signedIn) => {
      addSessionGuard(signedIn, deps)
      vehicleRoutes(signedIn, deps)
      draftRoutes(signedIn, deps)
      photoRoutes(signedIn, deps)
      myBookingRoutes(signedIn, deps)
      moveRoutes(signedIn, deps)
      ownReviewRoutes(signedIn, deps)
      quoteRequestRoutes(signedIn, deps)
      quoteWithdrawalRoutes(signedIn, deps)
      cancellationRoutes(signedIn, deps)
      checkoutRoutes(signedIn, deps, {
        continuePayment: { tour: continueTourPayment, vehicle: continueQuotePayment },
        releaseReservation,
      })
    })
    await scope.register(async (owner) => {
      addSessionGuard(owner, deps)
      settingsRoutes(owner, deps)
      emailChangeRoutes(owner, deps)
      secondFactorRoutes(owner, deps)
      identityRoutes(owner, deps)
      passkeyRoutes(owner, deps)
      accountDataRoutes(owner, deps, personalData(deps))
    })
    await addStaffCalls(scope, deps, catalogue, personalData(deps))
  })

  app.setNotFoundHandler(async (request, reply) => {
    // Somebody typed a page's path without the hash before it.
    const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
    if (wantsPage) return reply.redirect(`/#${request.url}`, 302)
    throw notFound('Page')
  })
  return app
}

/** Money first, since it may keep an account from being deleted. */
function personalData(deps: Deps): PersonalData[] {
  return [
    paymentPersonalData,
    refundPersonalData,
    quotePersonalData,
    mailPersonalData(deps.config),
    enquiryPersonalData(deps.config),
    bookingPersonalData(deps.config),
    vehiclePersonalData(deps),
    reviewPersonalData,
    auditPersonalData,
  ]
}

/**
 * Requires a sign-in before anything else is checked, so that a signed-out caller learns nothing about the request. Use it for what is not
 * personal: an ended session is noticed only when its access token expires.
 */
function requireSignIn(scope: FastifyInstance, { auth }: Deps): void {
  scope.addHook('onRequest', (request, _reply, done) => {
    auth.require(request)
    done()
  })
}

function trustedProxies({ TRUST_PROXY = 0 }: Config) {
  if (typeof TRUST_PROXY === 'string') return TRUST_PROXY
  return TRUST_PROXY > 0 && ((_address: string, hop: number) => hop < TRUST_PROXY)
}
