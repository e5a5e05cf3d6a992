import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { areSameFigures, moneyOf } from '#shared/cancellations/figured-money.ts'
import type { CancellationFigures } from '#shared/cancellations/figures.ts'
import { departureId } from '#shared/tours/departures.ts'
import { lockActor } from '#server/lib/actors.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import { nextTryAt } from '#server/lib/retries.ts'
import { departureCancelledMail } from '#server/emails/departure-cancelled.ts'
import { recordAudit, type AuditEntry } from '#server/features/audit/commands.ts'
import { freeCode } from '#server/features/codes/uses.ts'
import { cancelBooking, endHold, lockBooking, lockOwner, type LockedBooking } from '#server/features/bookings/commands.ts'
import { refuseOwnDeparture } from '#server/features/bookings/deciders/commands.ts'
import { getCustomer } from '#server/features/bookings/queries.ts'
import { readTrip } from '#server/features/bookings/tours/queries.ts'
import { openTaskOnce, settleTasks } from '#server/features/tasks/tasks.ts'
import { closeDeparture, lockForStaff, type Change } from '#server/features/tours/departures/commands.ts'
import { findActiveAttempt } from '#server/features/payments/attempts.ts'
import { findUndecidedPayment } from '#server/features/fulfilment/quarantine.ts'
import { findReservation } from '#server/features/bookings/reservations/queries.ts'
import { disputeOf, leftOf } from '#server/features/refunds/what-is-left.ts'
import { coverRefund } from '#server/features/refunds/disputes.ts'
import { queueRefund, requestRefund } from '#server/features/refunds/requests.ts'
import { lockPrimaryPayment } from '../queries.ts'
import { readFigures, type DueBooking } from './queries.ts'

export const CANCEL_DEPARTURE_JOB = 'payments.cancel-departure'

/** Number of consecutive failures, about a quarter of an hour's worth, before a task is opened. */
const PATIENCE = 5
const LONGEST_PAUSE_MS = 5 * 60_000

/**
 * Decides to cancel a departure: from now on nothing on it is sold or confirmed, and the rest happens in the background.
 * If it is decided twice, the first decision counts. Throws 404, 400 `date_in_past`, and 409 `figures_changed` with the
 * current figures.
 */
export async function decideCancellation(
  { queue }: Deps,
  trx: Trx,
  change: Change,
  { reason, seen }: { reason: string; seen: CancellationFigures },
): Promise<void> {
  const { tourId, day, actor, now } = change
  // Locked before the departure, as in a checkout.
  await lockActor(trx, actor, 'departures.cancel')
  const departure = await lockForStaff(trx, change, true)
  if (departure.cancelled_at) return
  await refuseOwnDeparture(trx, actor, change)
  const figures = await readFigures(trx, tourId, day)
  if (!areSameFigures(figures, seen)) {
    throw new AppError('figures_changed', 'Someone has just booked, paid or cancelled. Please check the new figures.', { figures })
  }
  await closeDeparture(trx, change)
  const row = { id: randomUUID(), tour_id: tourId, departs_on: day, reason, requested_by: actor.accountId, requested_at: now }
  await trx
    .insertInto('departure_cancellations')
    .values({ ...row, figures: JSON.stringify(figures) })
    .execute()
  const { bookings, people, holds, refunds } = figures
  // A departure sold in two currencies has no one sum; the entries of its bookings have the amounts.
  const [only] = refunds.length === 1 ? refunds.map(moneyOf) : []
  await recordAudit(trx, {
    actor,
    action: 'departure.cancelled',
    subject: { kind: 'departure', id: departureId(tourId, day) },
    before: { isBlocked: departure.blocked_at !== null },
    after: {
      isBlocked: true,
      bookings,
      people,
      holds,
      ...(only && { amountCents: only.cents, currency: only.currency }),
    },
  })
  await queue.enqueue(trx, CANCEL_DEPARTURE_JOB, {})
}

/**
 * Lists the bookings that new cancellations have to end. This is separate from the decision, whose transaction holds the
 * departure, because a payment locks its booking first and then waits for the departure.
 */
export async function listBookings(db: Database, now: Date): Promise<void> {
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

/**
 * Ends one booking of a cancelled departure: refunds it in full and emails its owner. The provider must already have
 * been asked about any open payment. Safe to repeat. Returns false for a hold whose payment is still on its way or
 * awaits a person's decision.
 */
export async function endBooking(deps: Deps, trx: Trx, due: DueBooking): Promise<boolean> {
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

/** Whoever cancelled the departure has ended each of its bookings, although it happens later, without their session. */
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
export async function noteNotEnded(trx: Trx, due: DueBooking, failure: string, now: Date): Promise<void> {
  const noted = await trx
    .updateTable('departure_cancellation_bookings')
    .set((eb) => ({ tries: eb('tries', '+', 1), failure }))
    .where('cancellation_id', '=', due.cancellation_id)
    .where('booking_id', '=', due.booking_id)
    .where('done_at', 'is', null)
    .returning('tries')
    .executeTakeFirst()
  if (!noted) return
  await trx
    .updateTable('departure_cancellation_bookings')
    .set({ next_try_at: nextTryAt(noted.tries, now, LONGEST_PAUSE_MS) })
    .where('cancellation_id', '=', due.cancellation_id)
    .where('booking_id', '=', due.booking_id)
    .execute()
  if (noted.tries < PATIENCE || (await findUndecidedPayment(trx, due.booking_id))) return
  const cause = `Booking ${due.booking_id} on a cancelled departure could not be cancelled after ${noted.tries} attempts: ${failure}. We retry every five minutes. Its seats are still held and the customer hasn’t been notified.`
  await openTaskOnce(trx, { kind: 'note', subject: subjectOf(due.booking_id), cause, bookingId: due.booking_id }, now)
}

function subjectOf(bookingId: string): string {
  return `departure-cancellation ${bookingId}`
}

export async function finishCancellations(db: Database, now: Date): Promise<void> {
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
