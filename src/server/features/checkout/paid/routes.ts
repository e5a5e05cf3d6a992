import { z } from 'zod/mini'
import { dayIn } from '#shared/dates.ts'
import { paidPageSchema } from '#shared/payments/paid-pages.ts'
import { bookingsHref } from '#shared/pages.ts'
import { calls } from '#shared/paths.ts'
import { refundAtStart, TOUR_WORDS } from '#shared/refunds/lines.ts'
import { calendarFile } from '#server/lib/calendar-file.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { realAddress } from '#server/lib/email-addresses.ts'
import { notFound } from '#server/lib/errors.ts'
import { createRateLimit } from '#server/lib/rate-limits.ts'
import { getCustomer } from '#server/features/bookings/queries.ts'
import { getConfirmation } from '#server/features/my-bookings/tours/queries.ts'
import { fulfil } from '#server/features/fulfilment/fulfil.ts'
import { findPaid, isAwaitedStill, toPaidPage, type Paid } from './queries.ts'

const QUARTER_HOUR = 15 * 60
/** How often the provider is asked about one payment, in a quarter of an hour. */
const READS_PER_PAYMENT = 60

const paramsSchema = z.object({ token: z.string().check(z.maxLength(255)) })

/** What became of a payment, for somebody who has paid by a mailed link and holds the token of its way back. */
export function paidRoutes(app: App, deps: Deps): void {
  const { config, db, pool, origins, now } = deps
  const readsPerPayment = createRateLimit(pool, 'paid-page', READS_PER_PAYMENT, QUARTER_HOUR)

  async function getPaid(token: string): Promise<Paid> {
    const paid = await findPaid(db, token, now())
    // Somebody without the token learns not even that there was a payment.
    if (!paid) throw notFound('Page')
    return paid
  }

  async function pageOf(paid: Paid) {
    const isEmailed = realAddress((await getCustomer(db, paid.id)).email) !== null
    return toPaidPage(paid, { timeZone: config.AGENCY_TIME_ZONE, isEmailed, now: now() })
  }

  app.get(calls.paid(':token'), { schema: { params: paramsSchema, response: { 200: paidPageSchema } } }, async (request, reply) => {
    reply.header('x-robots-tag', 'noindex')
    const { token } = request.params
    const paid = await getPaid(token)
    const { session_id: sessionId } = paid
    if (!sessionId || !isAwaitedStill(paid) || !(await readsPerPayment.hasRoom(sessionId))) return pageOf(paid)
    // The webhook and the reconcile job stand behind this: what is known is told all the same.
    await fulfil(deps, sessionId).catch((error: unknown) => {
      request.log.warn({ err: error }, 'payment could not be read again')
    })
    return pageOf(await getPaid(token))
  })

  app.get(calls.paidCalendarFile(':token'), { schema: { params: paramsSchema } }, async (request, reply) => {
    const paid = await getPaid(request.params.token)
    if (paid.role !== 'primary' || paid.status !== 'confirmed') throw notFound('Page')
    const { id, reference, title, starts_on: startsOn, kind } = paid
    const booked = { id, reference, title, travelOn: startsOn, bookingUrl: `${origins.ofPages(request)}${bookingsHref(kind, id)}` }
    // Of a move only what the link shows: no address.
    const trip = paid.pickup_at ? { startsAt: paid.pickup_at, destination: '', duration: 1 } : await tripOf(paid)
    return reply
      .header('x-robots-tag', 'noindex')
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('content-disposition', `attachment; filename="meridian-${reference}.ics"`)
      .send(calendarFile({ ...booked, ...trip }, now()))
  })

  async function tripOf({ id, user_id, starts_on }: Paid) {
    const { booking } = await getConfirmation(db, user_id, id, config.AGENCY_TIME_ZONE)
    const {
      duration,
      meetingPoint,
      startTime,
      option,
      days,
      refundPolicy,
      tourPackage,
      numberOfPeople,
      timeZone = config.AGENCY_TIME_ZONE,
    } = booking
    const cancellation = refundAtStart(refundPolicy, starts_on, dayIn(timeZone, now()), { ...TOUR_WORDS, timeZone })
    const when = { duration, startTime, option, timeZone, days }
    return { ...when, destination: tourPackage.destination, meetingPoint, guests: numberOfPeople, cancellation }
  }
}
