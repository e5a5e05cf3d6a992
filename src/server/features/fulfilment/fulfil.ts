import { formatProviderMoney } from '#shared/money.ts'
import type { PaymentRole } from '#shared/payments/public.ts'
import { isPaidInTime } from '#shared/tours/sale-ends.ts'
import { bookingConfirmedMail } from '#server/emails/bookings.ts'
import { paymentReturnedMail } from '#server/emails/refunds.ts'
import { getCustomer } from '#server/features/bookings/contacts.ts'
import { lockBooking, lockOwner, type LockedBooking } from '#server/features/bookings/records.ts'
import { confirmBooking, endHold, isDepartureCancelled } from '#server/features/bookings/statuses.ts'
import { findRebooking } from '#server/features/bookings/tour-bookings.ts'
import { readTrip, wasWithdrawn } from '#server/features/bookings/trips.ts'
import { adoptSession, completeAttempt, findAttemptOfSession, type PaidAttempt } from '#server/features/payments/attempts.ts'
import { noteUnpaid, releaseHold, settleDoubt } from '#server/features/payments/holds.ts'
import { createCardPayment, findCardPayment } from '#server/features/payments/payments.ts'
import { requestRefund } from '#server/features/refunds/requests.ts'
import { trySending } from '#server/features/refunds/sending.ts'
import { openTask, type NewTask } from '#server/features/tasks/tasks.ts'
import type { CheckoutSession, ReceivedPayment } from '#server/lib/card-provider.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import { isUuid } from '#server/lib/uuids.ts'

/** How long a payment that doesn’t match what was agreed holds its booking’s seats, for a person to decide. */
export const QUARANTINE_MS = 24 * 60 * 60_000

/**
 * Brings our records in line with one checkout session: the only way in which a booking becomes paid. Called by the
 * webhook, the return page and the reconcile job, in any order, at once and repeatedly; the truth is always read
 * from the provider, never taken from the caller. Sessions that are not ours are left alone.
 */
export async function fulfil(deps: Deps, sessionId: string): Promise<void> {
  const session = await deps.cards.getSession(sessionId)
  const attempt = await findAttemptOf(deps, session)
  if (!attempt || session.isLive !== deps.cards.isLive) return
  if (session.isExpired) return releaseHold(deps, attempt.id, 'expired')
  if (session.unpaid === 'failed') return releaseHold(deps, attempt.id, 'failed')
  if (session.unpaid === 'waiting') return noteUnpaid(deps, attempt)
  const { payment } = session
  if (!payment) return

  const refundId = await deps.db.transaction().execute((trx) => recordPayment(deps, trx, attempt, session.id, payment))
  if (refundId) await trySending(deps, refundId)
}

async function findAttemptOf({ db }: Deps, session: CheckoutSession): Promise<PaidAttempt | undefined> {
  const known = await findAttemptOfSession(db, session.id)
  if (known) return known
  const { attemptId } = session
  return attemptId && isUuid(attemptId) ? adoptSession(db, attemptId, session) : undefined
}

/** Records the payment once and decides what it means. Returns the refund to send, if there is one. */
async function recordPayment(
  deps: Deps,
  trx: Trx,
  attempt: PaidAttempt,
  sessionId: string,
  received: ReceivedPayment,
): Promise<string | undefined> {
  const hasOwner = await lockOwner(trx, attempt.booking_id)
  const booking = await lockBooking(trx, attempt.booking_id)
  if (await findCardPayment(trx, received.id)) return undefined

  const judgement = await judgePayment(deps, trx, booking, hasOwner, attempt, received)
  const { role } = judgement
  const paymentId = await createCardPayment(trx, { bookingId: booking.id, attemptId: attempt.id, received, role })
  await completeAttempt(trx, attempt.id, sessionId, deps.now())
  await settleDoubt(trx, attempt.id, `The card provider reported it as paid: ${received.id}.`, deps.now())
  return settle(deps, trx, booking, judgement, paymentId, received)
}

interface Judgement {
  role: Exclude<PaymentRole, 'voided'>
  /** Of a duplicate: the other booking that the same person has confirmed instead. */
  keptReference?: string
  keptId?: string
}

/** Decides what a payment means, and confirms its booking if it pays for it. `hasOwner`: the owner's account still exists, and is locked. */
async function judgePayment(
  deps: Deps,
  trx: Trx,
  booking: LockedBooking,
  hasOwner: boolean,
  attempt: PaidAttempt,
  received: ReceivedPayment,
): Promise<Judgement> {
  if (received.amountCents !== attempt.amount_cents || received.currency !== attempt.currency) return { role: 'quarantined' }
  if (booking.status === 'confirmed' || booking.status === 'completed') return { role: 'duplicate' }
  const rebooking = await findRebooking(trx, booking.id)
  if (rebooking) return { role: 'duplicate', keptReference: rebooking.reference, keptId: rebooking.id }
  const isWelcome = hasOwner && (await isHonoured(deps, trx, booking, received))
  return { role: isWelcome && (await confirmBooking(trx, booking, deps.now())) ? 'primary' : 'late' }
}

/** Whether a payment still buys what it was made for, if there are seats. */
async function isHonoured(deps: Deps, trx: Trx, booking: LockedBooking, received: ReceivedPayment): Promise<boolean> {
  // An old price paid on a card page that had been closed for a new quote buys nothing.
  if (received.amountCents !== booking.total_cents) return false
  const { starts_on: startsOn, time_zone: timeZone, sale_ends_at: saleEndsAt, status } = booking
  const { AGENCY_TIME_ZONE, HOLD_MINUTES } = deps.config
  const isHeld = status !== 'expired'
  const sale = { startsOn, timeZone, saleEndsAt: isHeld ? saleEndsAt : null }
  if (!isPaidInTime(sale, AGENCY_TIME_ZONE, received.paidAt, HOLD_MINUTES * 60_000)) return false
  // A hold that has ended is honoured while its seats are still free, and while its departure was still sold when it was paid.
  if (isHeld) return true
  if (saleEndsAt && saleEndsAt <= received.paidAt) return false
  return !(await wasWithdrawn(trx, booking.id, received.paidAt))
}

async function settle(
  deps: Deps,
  trx: Trx,
  booking: LockedBooking,
  { role, keptReference, keptId }: Judgement,
  paymentId: string,
  received: ReceivedPayment,
): Promise<string | undefined> {
  if (role === 'quarantined') {
    await openWrongPayment(trx, booking, paymentId, received, deps.now())
    return undefined
  }
  if (role === 'primary') {
    await mailConfirmation(deps, trx, booking)
    return undefined
  }
  const customer = await getCustomer(trx, booking.id)
  const facts = { ...booking, customerName: customer.name, siteUrl: deps.origins.ofMails() }
  await endHold(trx, booking, deps.now())
  const { amountCents } = received
  const returned = {
    paymentId,
    role,
    amountCents,
    keptReference,
    keptId,
    isDepartureCancelled: await isDepartureCancelled(trx, booking.id),
  }
  await queueMail(trx, deps.queue, paymentReturnedMail(customer.email, facts, returned))
  return requestRefund(deps, trx, { paymentId, amountCents, currency: booking.currency, cause: role })
}

/** Confirms a booking that costs nothing, in the transaction that has made and locked it. Its customer gets the same email as one who has paid. */
export async function confirmUnpaid(deps: Deps, trx: Trx, booking: LockedBooking): Promise<void> {
  if (booking.total_cents !== 0 || !(await confirmBooking(trx, booking, deps.now()))) throw new Error('This booking must be paid for.')
  await mailConfirmation(deps, trx, booking)
}

export async function mailConfirmation(deps: Deps, trx: Trx, booking: LockedBooking): Promise<void> {
  const customer = await getCustomer(trx, booking.id)
  const facts = { ...booking, customerName: customer.name, siteUrl: deps.origins.ofMails() }
  await queueMail(trx, deps.queue, bookingConfirmedMail(customer.email, { ...facts, ...(await readTrip(deps, trx, booking)) }))
}

/** Opens the staff’s task for a payment in quarantine: neither confirmed nor refunded until a person has decided. */
export async function openWrongPayment(
  trx: Trx,
  booking: LockedBooking,
  paymentId: string,
  received: ReceivedPayment,
  now: Date,
): Promise<void> {
  const paid = formatProviderMoney(received.amountCents, received.currency)
  const agreed = formatProviderMoney(booking.total_cents, booking.currency)
  const task: NewTask = {
    kind: 'wrong_payment',
    subject: received.id,
    cause: `Payment ${received.id} of ${paid} doesn’t match the agreed amount of ${agreed}.`,
    advice: 'wrongPayment',
    ...(booking.status === 'pending' && { seats: 'held' }),
    bookingId: booking.id,
    paymentId,
    userId: booking.user_id,
    dueAt: new Date(received.paidAt.getTime() + QUARANTINE_MS),
  }
  await openTask(trx, task, now)
}
