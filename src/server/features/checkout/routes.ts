import { z } from 'zod/mini'
import type { BookingStatus } from '#shared/bookings/statuses.ts'
import { tourBookingSchema, type BookingKind } from '#shared/bookings/public.ts'
import { dayIn } from '#shared/dates.ts'
import { calls } from '#shared/paths.ts'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { checkoutSessionResponseSchema, createCheckoutResponseSchema } from '#shared/payments/public.ts'
import { createCheckoutBodySchema } from '#shared/payments/checkout-body.ts'
import { actAs } from '#server/lib/actors.ts'
import type { SignedIn } from '#server/lib/auth.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { createRateLimit } from '#server/lib/rate-limits.ts'
import type { Feature } from '#server/lib/feature.ts'
import { createCodeGuard } from '#server/features/codes/uses.ts'
import { getOwnAccount } from '#server/features/accounts/users.ts'
import { getOwnBooking } from '#server/features/bookings/records.ts'
import { listOwnBookingsOfTour } from '#server/features/my-bookings/tour-bookings.ts'
import { findActiveAttempt } from '#server/features/payments/attempts.ts'
import { refuseWhileUnpaid } from '#server/features/payments/holds.ts'
import { fulfil } from '#server/features/fulfilment/fulfil.ts'
import { findReservation } from '#server/features/bookings/reservations.ts'
import { closeAttempt } from './card-page.ts'
import { startTourCheckout } from './checkout.ts'
import { holdingNetwork } from './open-holds.ts'
import { findOwnCheckout, listOpenSessions, toCheckoutSession } from './sessions.ts'
import { offerRoutes } from './offers.ts'
import { paidRoutes } from './paid.ts'
import { returnRoutes } from './returns.ts'

const QUARTER_HOUR = 15 * 60
/** Why the seats of a booking were not released, by its status. */
const NOT_RELEASED: { other: string } & Partial<Record<BookingStatus, string>> = {
  confirmed: 'This booking has just been paid. You can cancel it in the usual way.',
  pending: 'We’re checking your payment and holding your seats in the meantime. We’ll email you when we’ve finished.',
  other: 'This booking is no longer holding any seats.',
}

/** How often one person can make us ask the provider about their payments, in a quarter of an hour. */
const READS_PER_ACCOUNT = 60

const idParamsSchema = z.object({ id: z.string().check(z.maxLength(255)) })

/** Finds or opens the hosted checkout of somebody's own unpaid booking. Returns its address; throws 401, and 409 `not_payable` with the reason. */
type ContinuePayment = (deps: Deps, who: SignedIn, bookingId: string, origin: string) => Promise<string>

/** What stands above a checkout, handed in. */
export interface CheckoutParts {
  continuePayment: Record<BookingKind, ContinuePayment>
  /** Gives the seats up that staff keep for the owner. */
  releaseReservation(deps: Deps, bookingId: string, by: { owner: SignedIn }): Promise<void>
}

/** Checkout and its result (specification §7). How an unpaid booking is paid depends on its kind, and on who keeps its seats. */
export function checkoutRoutes(app: App, deps: Deps, { continuePayment, releaseReservation }: CheckoutParts): void {
  const { config, db, pool, auth, origins } = deps
  const checkoutsPerAccount = createRateLimit(pool, 'checkout', config.CHECKOUTS_PER_ACCOUNT, QUARTER_HOUR)

  const guarded = createCodeGuard(deps)
  const readsPerAccount = createRateLimit(pool, 'own-bookings', READS_PER_ACCOUNT, QUARTER_HOUR)

  const reading = new Map<string, Promise<void>>()

  /** Joins a reading of the same payment that is in progress, since the provider may take half a minute. Throws 429 after too many. */
  async function readPayment(userId: string, sessionId: string): Promise<void> {
    const read = async () => {
      await readsPerAccount.consume(userId)
      await fulfil(deps, sessionId)
    }
    const started = reading.get(sessionId) ?? read().finally(() => reading.delete(sessionId))
    reading.set(sessionId, started)
    return started
  }

  /** Takes over payments whose way back was lost and whose event is late. */
  async function readOpenPayments(userId: string, tourId: string): Promise<void> {
    const sessions = await listOpenSessions(db, userId, tourId)
    await Promise.all(sessions.map(async (session) => readPayment(userId, session)))
  }

  app.post(
    calls.createCheckout,
    { schema: { body: createCheckoutBodySchema, response: { 200: createCheckoutResponseSchema } } },
    async (request) => {
      const who = auth.require(request)
      await checkoutsPerAccount.consume(who.userId)
      const account = await getOwnAccount(db, who)
      const customer = { ...who, email: account.email, unconfirmedNetwork: holdingNetwork(account, request.ip) }
      const start = async () => startTourCheckout(deps, customer, request.body, origins.ofRequest(request))
      return { url: await guarded(request, request.body.code, start) }
    },
  )

  app.get(
    calls.checkoutSession(':id'),
    { schema: { params: idParamsSchema, response: { 200: checkoutSessionResponseSchema } } },
    async (request) => {
      const { userId } = auth.require(request)
      const sessionId = request.params.id
      const first = await findOwnCheckout(db, userId, sessionId)
      if (!first) throw notFound('Payment')
      if (first.role) return { session: toCheckoutSession(first, config.AGENCY_TIME_ZONE) }
      // Not recorded yet: the person may be faster than the webhook.
      await readPayment(userId, sessionId)
      return { session: toCheckoutSession((await findOwnCheckout(db, userId, sessionId)) ?? first, config.AGENCY_TIME_ZONE) }
    },
  )

  app.get(
    calls.myBookingsOfTour(':id'),
    { schema: { params: idParamsSchema, response: { 200: z.array(tourBookingSchema) } } },
    async (request) => {
      const { userId } = auth.require(request)
      const tourId = request.params.id
      // The webhook and the reconcile job stand behind this: what is known is told all the same.
      await readOpenPayments(userId, tourId).catch((error: unknown) => {
        request.log.warn({ err: error }, 'open payments could not be read again')
      })
      const today = dayIn(config.AGENCY_TIME_ZONE, deps.now())
      return listOwnBookingsOfTour(db, { userId, now: deps.now(), today, timeZone: config.AGENCY_TIME_ZONE }, tourId)
    },
  )

  app.post(
    calls.continuePayment(':id'),
    { schema: { params: idParamsSchema, response: { 200: createCheckoutResponseSchema } } },
    async (request) => {
      const who = auth.require(request)
      await checkoutsPerAccount.consume(who.userId)
      const booking = await getOwnBooking(db, who.userId, request.params.id)
      return { url: await continuePayment[booking.kind](deps, who, booking.id, origins.ofRequest(request)) }
    },
  )

  app.post(calls.releaseSeats(':id'), { schema: { params: idParamsSchema, response: { 200: messageResponseSchema } } }, async (request) => {
    const who = auth.require(request)
    const { userId } = who
    const booking = await getOwnBooking(db, userId, request.params.id)
    if (booking.kind === 'vehicle') throw new AppError('not_cancellable', 'Quotes don’t hold seats. They expire if they’re not paid.')
    const attempt = await actAs(db, who, async (trx) => findActiveAttempt(trx, booking.id))
    if (attempt) await closeAttempt(deps, attempt.id)
    if (attempt) await refuseWhileUnpaid(db, attempt.id)
    if (booking.status === 'pending' && (await findReservation(db, booking.id))) await releaseReservation(deps, booking.id, { owner: who })
    const { status } = await getOwnBooking(db, userId, request.params.id)
    if (status !== 'expired') throw new AppError('not_cancellable', NOT_RELEASED[status] ?? NOT_RELEASED.other)
    return { message: 'Seats released' }
  })
}

export function checkout(deps: Deps, parts: Parameters<typeof checkoutRoutes>[2]): Feature {
  return {
    open(scope) {
      returnRoutes(scope, deps)
      paidRoutes(scope, deps)
    },
    readers(scope) {
      offerRoutes(scope, deps)
    },
    signedIn(scope) {
      checkoutRoutes(scope, deps, parts)
    },
  }
}
