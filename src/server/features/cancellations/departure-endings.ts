import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { departureCancelledMail } from '#server/emails/refunds.ts'
import { recordAudit, type AuditEntry } from '#server/features/audit/commands.ts'
import { getCustomer } from '#server/features/bookings/contacts.ts'
import { lockBooking, lockOwner, type LockedBooking } from '#server/features/bookings/records.ts'
import { findReservation } from '#server/features/bookings/reservations.ts'
import { cancelBooking, endHold } from '#server/features/bookings/statuses.ts'
import { readTrip } from '#server/features/bookings/trips.ts'
import { closeAttempt } from '#server/features/checkout/card-page.ts'
import { freeCode } from '#server/features/codes/uses.ts'
import { findUndecidedPayment } from '#server/features/fulfilment/quarantine.ts'
import { findActiveAttempt } from '#server/features/payments/attempts.ts'
import { coverRefund } from '#server/features/refunds/disputes.ts'
import { queueRefund, requestRefund } from '#server/features/refunds/requests.ts'
import { disputeOf, leftOf } from '#server/features/refunds/what-is-left.ts'
import { openTaskOnce, settleTasks } from '#server/features/tasks/tasks.ts'
import { reasonOf } from '#server/lib/card-provider.ts'
import { unlessRunning, type Database, type Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import { RUN_MS, type JobDefinition } from '#server/lib/queue.ts'
import { nextTryAt } from '#server/lib/retries.ts'
import { lockPrimaryPayment } from './paid-bookings.ts'

export const CANCEL_DEPARTURE_JOB = 'payments.cancel-departure'

/** Number of consecutive failures, about a quarter of an hour's worth, before a task is opened. */
const PATIENCE = 5
const LONGEST_PAUSE_MS = 5 * 60_000
/** Why a hold has not ended although the provider has reported how its page did. */
const STILL_PENDING = 'its payment is in progress or under review'

export function cancellationJobs(deps: Deps, log: FastifyBaseLogger): JobDefinition[] {
  const run: JobDefinition['run'] = async (_, stopping) => continueCancellations(deps, log, stopping)
  return [
    { name: CANCEL_DEPARTURE_JOB, run },
    { name: 'payments.continue-cancellations', cron: '* * * * *', run },
  ]
}

/**
 * Continues the cancellations in progress, each booking in its own transaction, so that after a crash the next process
 * finds exactly what is left. A failure does not hold up the others. Only one run at a time.
 */
export async function continueCancellations(deps: Deps, log: FastifyBaseLogger, stopping?: AbortSignal): Promise<void> {
  const until = Date.now() + RUN_MS
  await unlessRunning(deps.db, 'cancel-departures', async () => {
    await listBookings(deps.db, deps.now())
    for (;;) {
      const due = await listDueBookings(deps.db, deps.now())
      for (const booking of due) {
        if (Date.now() > until || stopping?.aborted) return
        await tryToEnd(deps, log, booking)
      }
      if (due.length === 0) break
    }
    await finishCancellations(deps.db, deps.now())
  })
}

async function tryToEnd(deps: Deps, log: FastifyBaseLogger, due: DueBooking): Promise<void> {
  try {
    const attempt = await findActiveAttempt(deps.db, due.booking_id)
    if (attempt) await closeAttempt(deps, attempt.id)
    const hasEnded = await deps.db.transaction().execute(async (trx) => endBooking(deps, trx, due))
    if (!hasEnded) await noteNotEnded(deps, due, STILL_PENDING)
  } catch (error) {
    log.warn({ err: error, bookingId: due.booking_id }, 'a booking on a cancelled departure has not been cancelled yet')
    await noteNotEnded(deps, due, reasonOf(error))
  }
}

/**
 * Lists the bookings that new cancellations have to end. This is separate from the decision, whose transaction holds the
 * departure, because a payment locks its booking first and then waits for the departure.
 */
async function listBookings(db: Database, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const unlisted = await trx
      .selectFrom('departure_cancellations')
      .select(['id', 'tour_id', 'departs_on'])
      .where('finished_at', 'is', null)
      .where('listed_at', 'is', null)
      .orderBy('id')
      .forUpdate()
      .execute()
    for (const { id, tour_id, departs_on } of unlisted) {
      await trx
        .insertInto('departure_cancellation_bookings')
        .columns(['cancellation_id', 'booking_id', 'next_try_at'])
        .expression((eb) =>
          eb
            .selectFrom('tour_bookings')
            .innerJoin('bookings', 'bookings.id', 'booking_id')
            .select([sql<string>`${id}::uuid`.as('cancellation_id'), 'bookings.id', sql<Date>`${now}::timestamptz`.as('next_try_at')])
            .where('tour_id', '=', tour_id)
            .where('departs_on', '=', departs_on)
            .where('bookings.status', 'in', ['pending', 'confirmed'])
            .orderBy('bookings.id'),
        )
        .execute()
      await trx.updateTable('departure_cancellations').set({ listed_at: now }).where('id', '=', id).execute()
    }
  })
}

type DueBooking = Awaited<ReturnType<typeof listDueBookings>>[number]

/** Longest waiting first. */
async function listDueBookings(db: Database, now: Date) {
  return db
    .selectFrom('departure_cancellation_bookings as listed')
    .innerJoin('departure_cancellations', 'departure_cancellations.id', 'cancellation_id')
    .select(['cancellation_id', 'booking_id', 'reason', 'requested_by'])
    .where('finished_at', 'is', null)
    .where('done_at', 'is', null)
    .where('next_try_at', '<=', now)
    .orderBy('next_try_at')
    .orderBy('booking_id')
    .limit(100)
    .execute()
}

/**
 * Ends one booking of a cancelled departure: refunds it in full and emails its owner. The provider must already have
 * been asked about any open payment. Safe to repeat. Returns false for a hold whose payment is still on its way or
 * awaits a person's decision.
 */
async function endBooking(deps: Deps, trx: Trx, due: DueBooking): Promise<boolean> {
  await lockOwner(trx, due.booking_id)
  const booking = await lockBooking(trx, due.booking_id)
  const { status } = booking
  if (status === 'pending' && (await endUnpaidReservation(deps, trx, booking))) {
    booking.status = 'expired'
    await recordEnd(trx, due, 'booking.released', { before: { status }, after: { status: 'expired', withDeparture: true } })
  }
  if (booking.status === 'pending') return false
  if (booking.status === 'confirmed') {
    const amountCents = await payBack(deps, trx, booking, due.reason)
    await recordEnd(trx, due, 'booking.cancelled', { before: { status }, after: { status: 'cancelled', amountCents, withDeparture: true } })
  }
  const isUnpaid = booking.status === 'expired' && !(await hasPayment(trx, booking.id))
  if (isUnpaid) await mailOwner(deps, trx, booking, { reason: due.reason, refundCents: null, returnedCents: 0, dispute: 'none' })
  const outcome = booking.status === 'confirmed' ? 'cancelled' : isUnpaid ? 'released' : 'ended'
  await trx
    .updateTable('departure_cancellation_bookings')
    .set({ outcome, done_at: deps.now(), failure: null })
    .where('cancellation_id', '=', due.cancellation_id)
    .where('booking_id', '=', booking.id)
    .where('done_at', 'is', null)
    .execute()
  await settleTasks(trx, ['note'], subjectOf(booking.id), `It has since ended: ${outcome}.`, deps.now())
  return true
}

/** The person who cancelled the departure also ended each of its bookings, although it happens later, without their session. */
async function recordEnd(
  trx: Trx,
  { booking_id: id, requested_by: accountId }: DueBooking,
  action: 'booking.cancelled' | 'booking.released',
  facts: Pick<AuditEntry, 'before' | 'after'>,
): Promise<void> {
  const actor = { accountId, sessionId: null, via: 'site', networkAddress: null } as const
  await recordAudit(trx, { actor, action, subject: { kind: 'booking', id }, ...facts })
}

/** Ends a hold kept by staff, which has no card page whose end would free its seats. Returns false if it is not one. */
async function endUnpaidReservation({ now }: Deps, trx: Trx, booking: LockedBooking): Promise<boolean> {
  if (!(await findReservation(trx, booking.id))) return false
  if ((await findActiveAttempt(trx, booking.id)) || (await findUndecidedPayment(trx, booking.id))) return false
  await endHold(trx, booking, now())
  return true
}

/** Returns what goes back, in cents. */
async function payBack(deps: Deps, trx: Trx, booking: LockedBooking, reason: string): Promise<number> {
  const payment = await lockPrimaryPayment(trx, booking.id)
  const refundCents = payment ? leftOf(payment) : 0
  const returnedCents = payment ? payment.returned_cents + payment.lost_cents : 0
  const dispute = disputeOf(payment)
  await cancelBooking(trx, booking, reason, deps.now())
  await freeCode(trx, booking.id, deps.now())
  await mailOwner(deps, trx, booking, { reason, refundCents, returnedCents, dispute }, payment?.provider_payment_id === null)
  if (!payment) return 0
  const { id: paymentId, currency } = payment
  await coverRefund(trx, { paymentId, amountCents: payment.lost_cents, currency, cause: 'cancellation' })
  if (refundCents === 0) return 0
  const refundId = await requestRefund(deps, trx, { paymentId, amountCents: refundCents, currency, cause: 'cancellation' })
  await queueRefund(deps.queue, trx, refundId)
  return refundCents
}

async function mailOwner(
  deps: Deps,
  trx: Trx,
  booking: LockedBooking,
  cancelled: Parameters<typeof departureCancelledMail>[2],
  isPaidOutside = false,
): Promise<void> {
  const customer = await getCustomer(trx, booking.id)
  const facts = {
    ...booking,
    customerName: customer.name,
    siteUrl: deps.origins.ofMails(),
    isPaidOutside,
    ...(await readTrip(deps, trx, booking)),
  }
  await queueMail(trx, deps.queue, departureCancelledMail(customer.email, facts, cancelled))
}

async function hasPayment(trx: Trx, bookingId: string): Promise<boolean> {
  const payments = trx.selectFrom('payments').select('id').where('booking_id', '=', bookingId).where('role', '!=', 'voided')
  return (await payments.executeTakeFirst()) !== undefined
}

/** It is retried after growing pauses, and eventually a task is opened, once. A payment that a person has to judge has a task of its own. */
async function noteNotEnded({ db, now }: Deps, due: DueBooking, failure: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const listed = trx
      .updateTable('departure_cancellation_bookings')
      .where('cancellation_id', '=', due.cancellation_id)
      .where('booking_id', '=', due.booking_id)
    const noted = await listed
      .set((eb) => ({ tries: eb('tries', '+', 1), failure }))
      .where('done_at', 'is', null)
      .returning('tries')
      .executeTakeFirst()
    if (!noted) return
    await listed.set({ next_try_at: nextTryAt(noted.tries, now(), LONGEST_PAUSE_MS) }).execute()
    if (noted.tries < PATIENCE || (await findUndecidedPayment(trx, due.booking_id))) return
    const cause = `Booking ${due.booking_id} on a cancelled departure could not be cancelled after ${noted.tries} attempts: ${failure}. We retry every five minutes. Its seats are still held and the customer hasn’t been notified.`
    await openTaskOnce(trx, { kind: 'note', subject: subjectOf(due.booking_id), cause, bookingId: due.booking_id }, now())
  })
}

function subjectOf(bookingId: string): string {
  return `departure-cancellation ${bookingId}`
}

async function finishCancellations(db: Database, now: Date): Promise<void> {
  await db
    .updateTable('departure_cancellations')
    .set({ finished_at: now })
    .where('finished_at', 'is', null)
    .where('listed_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('departure_cancellation_bookings')
            .select('booking_id')
            .whereRef('cancellation_id', '=', 'departure_cancellations.id')
            .where('done_at', 'is', null),
        ),
      ),
    )
    .execute()
}
