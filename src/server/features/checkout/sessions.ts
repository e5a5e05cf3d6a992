import type { NotNull } from 'kysely'
import { dayIn } from '#shared/dates.ts'
import { getCheckoutSession } from '#shared/payments/calls.ts'
import { listOwnBookingsOfTour } from '#shared/payments/checkout-calls.ts'
import type { CheckoutSessionResponse } from '#shared/payments/public.ts'
import { firstPicture } from '#server/features/bookings/trips.ts'
import { fulfil } from '#server/features/fulfilment/fulfil.ts'
import { receiptSums } from '#server/features/ledger/booking-sums.ts'
import * as myBookings from '#server/features/my-bookings/tour-bookings.ts'
import { toPicture } from '#server/features/tours/pictures/pictures.ts'
import type { Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import { createRateLimit } from '#server/lib/rate-limits.ts'
import type { Serving } from '#server/lib/serve.ts'
import { unindexed } from '#server/lib/unindexed.ts'

const QUARTER_HOUR = 15 * 60
/** How often one customer can make us ask the provider about their payments, in a quarter of an hour. */
const READS_PER_ACCOUNT = 60

/** What we know of a customer’s own payments, after asking the provider about those that aren’t recorded yet. */
export function sessionCalls({ read }: Serving, deps: Deps): void {
  const { config, db, pool } = deps
  const readsPerAccount = createRateLimit(pool, 'own-bookings', READS_PER_ACCOUNT, QUARTER_HOUR)
  const reading = new Map<string, Promise<void>>()

  /** Joins a read of the same payment that is in progress, since the provider may take half a minute. Throws 429 after too many. */
  async function readPayment(userId: string, sessionId: string): Promise<void> {
    const readOnce = async () => {
      await readsPerAccount.consume(userId)
      await fulfil(deps, sessionId)
    }
    const started = reading.get(sessionId) ?? readOnce().finally(() => reading.delete(sessionId))
    reading.set(sessionId, started)
    return started
  }

  read(getCheckoutSession, async ({ who: { userId }, params: { id } }) => {
    const first = await findOwnCheckout(db, userId, id)
    if (!first) throw notFound('Payment')
    if (first.role) return { session: toCheckoutSession(first, config.AGENCY_TIME_ZONE) }
    // Not recorded yet: the customer may be faster than the webhook.
    await readPayment(userId, id)
    return { session: toCheckoutSession((await findOwnCheckout(db, userId, id)) ?? first, config.AGENCY_TIME_ZONE) }
  })

  read(listOwnBookingsOfTour, async ({ who: { userId }, params: { id }, request }) => {
    // Picks up payments whose way back was lost and whose event is late. The webhook and the reconcile job will catch up anyway.
    const sessions = listOpenSessions(db, userId, id)
    await sessions
      .then(async (open) => Promise.all(open.map(async (session) => readPayment(userId, session))))
      .catch((error: unknown) => {
        request.log.warn({ err: error }, 'open payments could not be read again')
      })
    const asked = { userId, now: deps.now(), today: dayIn(config.AGENCY_TIME_ZONE, deps.now()), timeZone: config.AGENCY_TIME_ZONE }
    return myBookings.listOwnBookingsOfTour(db, asked, id)
  })
}

/** A person's own checkout session, and its payment as we recorded it; undefined for sessions of others. */
export async function findOwnCheckout(db: Database, userId: string, sessionId: string) {
  return db
    .selectFrom('payment_attempts')
    .innerJoin('bookings', 'bookings.id', 'payment_attempts.booking_id')
    .leftJoin('tour_bookings', 'tour_bookings.booking_id', 'bookings.id')
    .leftJoin('payments', 'payments.attempt_id', 'payment_attempts.id')
    .innerJoinLateral(receiptSums.as('sums'), (join) => join.onTrue())
    .select([
      'payment_attempts.amount_cents',
      'payment_attempts.currency',
      'payment_attempts.created_at',
      'payment_attempts.status as attempt_status',
      'payment_attempts.unpaid_since',
      'payments.provider_payment_id',
      'payments.method',
      'payments.receipt_url',
      'payments.role',
      'payments.paid_at',
      'payments.amount_cents as paid_cents',
      'sums.returned_cents',
      'bookings.id as booking_id',
      'bookings.reference',
      'bookings.kind',
      'bookings.status',
      'bookings.title',
      'bookings.starts_on',
      'bookings.time_zone',
      'bookings.full_refund_days',
      'bookings.partial_refund_days',
      'bookings.partial_refund_percentage',
      'tour_bookings.tour_id',
      'tour_bookings.guests',
    ])
    .select(firstPicture)
    .where('session_id', '=', sessionId)
    .where('bookings.user_id', '=', userId)
    .executeTakeFirst()
}

/** Returns the sessions of a person's card pages for a tour that are open in our books: the provider may know better. */
export async function listOpenSessions(db: Database, userId: string, tourId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_attempts')
    .innerJoin('bookings', 'bookings.id', 'payment_attempts.booking_id')
    .innerJoin('tour_bookings', 'tour_bookings.booking_id', 'bookings.id')
    .select('session_id')
    .where('bookings.user_id', '=', userId)
    .where('tour_id', '=', tourId)
    .where(unindexed('payment_attempts.status'), '=', 'open')
    .where('session_id', 'is not', null)
    .$narrowType<{ session_id: NotNull }>()
    .execute()
  return rows.map(({ session_id }) => session_id)
}

type OwnCheckout = NonNullable<Awaited<ReturnType<typeof findOwnCheckout>>>

/**
 * The answer of GET /checkout-session (specification §3), field by field: the provider's own object holds more than
 * the page needs. A payment that we return says `refunded`, so that the page does not congratulate.
 */
function toCheckoutSession(row: OwnCheckout, agencyZone: string): CheckoutSessionResponse['session'] {
  return {
    payment_intent: row.provider_payment_id ? { id: row.provider_payment_id } : null,
    amount_total: row.amount_cents,
    currency: row.currency,
    payment_method_types: [row.method ?? 'card'],
    created: Math.floor((row.paid_at ?? row.created_at).getTime() / 1000),
    payment_status: paymentStatus(row),
    receipt_url: row.receipt_url,
    booking: {
      kind: row.kind,
      id: row.booking_id,
      reference: row.reference,
      status: row.status,
      tourId: row.tour_id,
      title: row.title,
      ...(row.first_picture && { picture: toPicture(row.first_picture) }),
      startsOn: row.starts_on,
      timeZone: row.time_zone ?? agencyZone,
      guests: row.guests,
      refundPolicy: {
        fullRefundDays: row.full_refund_days,
        partialRefundDays: row.partial_refund_days,
        partialRefundPercentage: row.partial_refund_percentage,
      },
      isPaidTwice: row.role === 'duplicate',
      isNotAsAgreed: row.role === 'quarantined',
    },
  }
}

function paymentStatus({ role, paid_cents, returned_cents, attempt_status, unpaid_since }: OwnCheckout): string {
  switch (role) {
    case 'primary':
      return 'paid'
    case 'duplicate':
    case 'late':
      return 'refunded'
    case 'quarantined':
      // It was judged, or staff have given it back at the provider.
      return returned_cents >= (paid_cents ?? 0) ? 'refunded' : 'under review'
    case 'voided':
    case null:
      // Completed, but its money has not arrived.
      return unpaid_since && ['creating', 'open'].includes(attempt_status) ? 'under review' : 'unpaid'
  }
}
