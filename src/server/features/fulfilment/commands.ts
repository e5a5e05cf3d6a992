import { formatProviderMoney } from '#shared/money.ts'
import type { ReceivedPayment } from '#server/lib/card-provider.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import { bookingConfirmedMail } from '#server/emails/booking-confirmed.ts'
import { paymentReturnedMail } from '#server/emails/payment-returned.ts'
import { endHold, isDepartureCancelled, lockBooking, lockOwner, type LockedBooking } from '#server/features/bookings/commands.ts'
import { getCustomer } from '#server/features/bookings/queries.ts'
import { readTrip } from '#server/features/bookings/tours/queries.ts'
import { openTask, type NewTask } from '#server/features/tasks/commands.ts'
import { settleDoubt } from '#server/features/payments/holds/commands.ts'
import { requestRefund } from '#server/features/refunds/commands.ts'
import { completeAttempt } from '#server/features/payments/attempts/commands.ts'
import type { PaidAttempt } from '#server/features/payments/attempts/queries.ts'
import { createCardPayment } from '#server/features/payments/commands.ts'
import { findCardPayment } from '#server/features/payments/queries.ts'
import { judgePayment, type Judgement } from './role.ts'

/** So long a payment that is not what was agreed holds the seats of its booking, for a person to decide. */
export const QUARANTINE_MS = 24 * 60 * 60_000

/** Records the payment once and decides what it means. Returns the refund to send, if the money must go back. */
export async function recordPayment(
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
  await settleDoubt(trx, attempt.id, `The card provider has said that it was paid: ${received.id}.`, deps.now())
  return settle(deps, trx, booking, judgement, paymentId, received)
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
  const customer = await getCustomer(trx, booking.id)
  const facts = { ...booking, customerName: customer.name, siteUrl: deps.origins.ofMails() }
  if (role === 'primary') {
    await queueMail(trx, deps.queue, bookingConfirmedMail(customer.email, { ...facts, ...(await readTrip(deps, trx, booking)) }))
    return undefined
  }
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

/** Leaves the staff a payment that is kept apart: neither confirmed nor given back until a person has decided. */
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
    cause: `Payment ${received.id} of ${paid} is not of the agreed amount, ${agreed}. Confirm the booking with it, or refund it. Seats that it holds are freed when this is due.`,
    bookingId: booking.id,
    paymentId,
    userId: booking.user_id,
    dueAt: new Date(received.paidAt.getTime() + QUARANTINE_MS),
  }
  await openTask(trx, task, now)
}
