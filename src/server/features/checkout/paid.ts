import type { BookingKind } from '#shared/bookings/public.ts'
import { dayIn, daysBefore } from '#shared/dates.ts'
import { centsToDecimal } from '#shared/money.ts'
import { bookingsHref } from '#shared/pages.ts'
import { getPaidCalendarFile, getPaidPage } from '#shared/payments/calls.ts'
import { PAID_PAGE_DAYS, type PaidOutcome, type PaidPage } from '#shared/payments/paid-pages.ts'
import { refundAtStart, TOUR_WORDS } from '#shared/refunds/lines.ts'
import { dueText } from '#shared/reservations/due-moments.ts'
import { pickupTime } from '#server/emails/booking-facts.ts'
import { getCustomer } from '#server/features/bookings/contacts.ts'
import { fulfil } from '#server/features/fulfilment/fulfil.ts'
import { receiptSums } from '#server/features/ledger/booking-sums.ts'
import { getConfirmation } from '#server/features/my-bookings/tour-bookings.ts'
import { calendarFile } from '#server/lib/calendar-file.ts'
import type { Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { realAddress } from '#server/lib/email-addresses.ts'
import { notFound } from '#server/lib/errors.ts'
import { createRateLimit } from '#server/lib/rate-limits.ts'
import type { Serving } from '#server/lib/serve.ts'

const QUARTER_HOUR = 15 * 60
/** How often the provider is asked about one payment, in a quarter of an hour. */
const READS_PER_PAYMENT = 60

/** The outcome of a payment, for visitors who paid by an emailed link and hold the token of their way back. */
export function paidCalls({ read }: Serving, deps: Deps): void {
  const { config, db, pool, origins, now } = deps
  const readsPerPayment = createRateLimit(pool, 'paid-page', READS_PER_PAYMENT, QUARTER_HOUR)

  async function getPaid(token: string): Promise<Paid> {
    const paid = await findPaid(db, token, now())
    // Without the token, visitors don’t even learn that there was a payment.
    if (!paid) throw notFound('Page')
    return paid
  }

  async function pageOf(paid: Paid) {
    const isEmailed = realAddress((await getCustomer(db, paid.id)).email) !== null
    return toPaidPage(paid, { timeZone: config.AGENCY_TIME_ZONE, isEmailed, now: now() })
  }

  read(getPaidPage, async ({ params: { token }, request, reply }) => {
    reply.header('x-robots-tag', 'noindex')
    const paid = await getPaid(token)
    const { session_id: sessionId } = paid
    if (!sessionId || !isAwaitedStill(paid) || !(await readsPerPayment.hasRoom(sessionId))) return pageOf(paid)
    // The webhook and the reconcile job will catch up, so a failure only means that we answer with what we know.
    await fulfil(deps, sessionId).catch((error: unknown) => {
      request.log.warn({ err: error }, 'payment could not be read again')
    })
    return pageOf(await getPaid(token))
  })

  read(getPaidCalendarFile, async ({ params, request, reply }) => {
    const paid = await getPaid(params.token)
    if (paid.role !== 'primary' || paid.status !== 'confirmed') throw notFound('Page')
    const { id, reference, title, starts_on: startsOn, kind } = paid
    const booked = { id, reference, title, travelOn: startsOn, bookingUrl: `${origins.ofPages(request)}${bookingsHref(kind, id)}` }
    // For a move only what the link shows, which is no address.
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

/** Finds the payment that a token of its way back stands for, while its page works. */
export async function findPaid(db: Database, token: string, now: Date) {
  return db
    .selectFrom('payment_attempts')
    .innerJoin('bookings', 'bookings.id', 'payment_attempts.booking_id')
    .leftJoin('tour_bookings', 'tour_bookings.booking_id', 'bookings.id')
    .leftJoin('vehicle_bookings', 'vehicle_bookings.booking_id', 'bookings.id')
    .leftJoin('reservations', 'reservations.booking_id', 'bookings.id')
    .leftJoin('departures', (join) =>
      join.onRef('departures.tour_id', '=', 'tour_bookings.tour_id').onRef('departures.departs_on', '=', 'tour_bookings.departs_on'),
    )
    .leftJoin('payments', 'payments.attempt_id', 'payment_attempts.id')
    .innerJoinLateral(receiptSums.as('sums'), (join) => join.onTrue())
    .select([
      'payment_attempts.session_id',
      'payment_attempts.status as attempt_status',
      'payment_attempts.recheck_at',
      'payment_attempts.amount_cents',
      'bookings.id',
      'bookings.user_id',
      'bookings.kind',
      'bookings.reference',
      'bookings.status',
      'bookings.title',
      'bookings.starts_on',
      'bookings.total_cents',
      'bookings.currency',
      'tour_bookings.guests',
      'vehicle_bookings.pickup_at',
      'vehicle_bookings.quote_version',
      'vehicle_bookings.quote_expires_at',
      'reservations.due_at',
      'departures.cancelled_at as departure_cancelled_at',
      'payments.role',
      'payments.paid_at',
      'payments.amount_cents as paid_cents',
      'sums.returned_cents',
    ])
    .where('paid_token', '=', token)
    .where('payment_attempts.created_at', '>', daysBefore(now, PAID_PAGE_DAYS))
    .executeTakeFirst()
}

type Paid = NonNullable<Awaited<ReturnType<typeof findPaid>>>

/**
 * Finds the booking of the given kind that the holder of such a token can still be asked to pay, at the price that was shown before: their
 * link was mailed or read out to them, so it need not be at hand.
 */
export async function findPayAgain(db: Database, token: string, kind: BookingKind, now: Date) {
  const paid = await findPaid(db, token, now)
  if (paid?.kind !== kind || paid.amount_cents !== paid.total_cents) return undefined
  return { booking_id: paid.id, quote_version: paid.quote_version ?? 0 }
}

/** Finds the token of the page of a booking that has been paid by card, while that page works. */
export async function findPaidToken(db: Database, bookingId: string, now: Date): Promise<string | undefined> {
  const attempt = await db
    .selectFrom('payments')
    .innerJoin('payment_attempts', 'payment_attempts.id', 'payments.attempt_id')
    .select('paid_token')
    .where('payments.booking_id', '=', bookingId)
    .where('role', '=', 'primary')
    .where('payment_attempts.created_at', '>', daysBefore(now, PAID_PAGE_DAYS))
    .executeTakeFirst()
  return attempt?.paid_token ?? undefined
}

/** Returns whether the card provider may still have something to say of the payment. */
function isAwaitedStill({ role, attempt_status, recheck_at }: Paid): boolean {
  return role === null && (attempt_status === 'creating' || attempt_status === 'open' || recheck_at !== null)
}

/** `timeZone`: the agency's. `isEmailed`: as on the page. */
function toPaidPage(paid: Paid, { timeZone, isEmailed, now }: { timeZone: string; isEmailed: boolean; now: Date }): PaidPage {
  const dueAt = paid.due_at ?? paid.quote_expires_at
  const isPayable = paid.status === (paid.kind === 'tour' ? 'pending' : 'approved') && paid.amount_cents === paid.total_cents
  const canPayAgain = isPayable && dueAt !== null && dueAt > now
  const outcome = outcomeOf(paid)
  const move = paid.pickup_at && pickupTime(paid.pickup_at)
  return {
    outcome,
    returnReason: outcome === 'returned' ? reasonOf(paid) : null,
    kind: paid.kind,
    reference: paid.reference,
    title: paid.title,
    startsOn: move?.starts_on ?? paid.starts_on,
    startTime: move?.startsAt ?? null,
    guests: paid.guests,
    amount: centsToDecimal(paid.role === 'quarantined' ? paid.amount_cents : (paid.paid_cents ?? paid.amount_cents)),
    currency: paid.currency,
    paidAt: paid.paid_at?.toISOString() ?? null,
    isEmailed,
    canPayAgain,
    payUntil: canPayAgain ? dueText(dueAt, timeZone) : null,
  }
}

function outcomeOf(paid: Paid): PaidOutcome {
  switch (paid.role) {
    case 'primary':
      return paid.status === 'cancelled' ? 'cancelled' : 'paid'
    case 'duplicate':
    case 'late':
      return 'returned'
    case 'quarantined':
      return paid.returned_cents >= (paid.paid_cents ?? 0) ? 'returned' : 'checking'
    case 'voided':
    case null:
      return isAwaitedStill(paid) ? 'confirming' : 'unpaid'
  }
}

function reasonOf({ role, departure_cancelled_at }: Paid): NonNullable<PaidPage['returnReason']> {
  if (role === 'duplicate') return 'paid_twice'
  if (role === 'quarantined') return 'not_as_agreed'
  return departure_cancelled_at ? 'departure_cancelled' : 'too_late'
}
