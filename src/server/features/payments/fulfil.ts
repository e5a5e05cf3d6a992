import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import { dayIn } from '#shared/dates.ts'
import { isCurrency, type Currency } from '#shared/money.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import { bookingConfirmedMail } from '#server/emails/booking-confirmed.ts'
import { paymentReturnedMail } from '#server/emails/payment-returned.ts'
import { confirmBooking, flagForStaff, lockBooking, type LockedBooking } from '#server/features/bookings/commands.ts'
import { getCustomer } from '#server/features/bookings/queries.ts'
import { releaseHold } from './attempts/holds.ts'
import { requestRefund, sendRefund } from './refunds.ts'

type PaymentRole = 'primary' | 'duplicate' | 'late' | 'quarantined'

interface Attempt {
  id: string
  booking_id: string
  amount_cents: number
  currency: string
}

/** What the provider has received, lifted from its session. */
interface Received {
  sessionId: string
  paymentId: string
  amountCents: number
  currency: Currency
  method: string
  receiptUrl: string | null
  paidAt: Date
}

/**
 * Brings our records in line with one checkout session: the only way in which a booking becomes paid. Called by the
 * webhook, the return page and the reconcile job, in any order, at once and repeatedly; the truth is always read
 * from the provider, never taken from the caller. Sessions that are not ours are left alone.
 */
export async function fulfil(deps: Deps, sessionId: string): Promise<void> {
  const session = await deps.cards.stripe().checkout.sessions.retrieve(sessionId, {
    expand: ['payment_intent.latest_charge'],
  })
  const attempt = await findAttempt(deps, session)
  if (!attempt || session.livemode !== deps.cards.isLive) return
  if (session.status === 'expired') return releaseHold(deps.db, attempt.id, 'expired', deps.now())
  const received = toReceived(session)
  if (session.payment_status !== 'paid' || !received) return

  const refundId = await deps.db.transaction().execute((trx) => recordPayment(deps, trx, attempt, received))
  if (refundId) await sendRefund(deps, refundId).catch(() => undefined)
}

async function findAttempt({ db }: Deps, session: Stripe.Checkout.Session): Promise<Attempt | undefined> {
  const columns = ['id', 'booking_id', 'amount_cents', 'currency'] as const
  const bySession = await db.selectFrom('payment_attempts').select(columns).where('session_id', '=', session.id).executeTakeFirst()
  if (bySession) return bySession
  // We were stopped between the provider's answer and our note of it.
  const attemptId = session.client_reference_id
  if (!attemptId || attemptId !== session.metadata?.['attempt_id']) return undefined
  return db
    .updateTable('payment_attempts')
    .set({ session_id: session.id, session_url: session.url })
    .where((eb) => eb(eb.cast<string>('id', 'text'), '=', attemptId))
    .where('session_id', 'is', null)
    .returning(columns)
    .executeTakeFirst()
}

function toReceived(session: Stripe.Checkout.Session): Received | undefined {
  const intent = session.payment_intent
  if (typeof intent !== 'object' || intent === null || session.amount_total === null) return undefined
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const { currency } = session
  if (!isCurrency(currency)) return undefined
  return {
    sessionId: session.id,
    paymentId: intent.id,
    amountCents: session.amount_total,
    currency,
    method: session.payment_method_types[0] ?? 'card',
    receiptUrl: charge?.receipt_url ?? null,
    paidAt: new Date((charge?.created ?? intent.created) * 1000),
  }
}

/** Records the payment once and decides what it means. Returns the refund to send, if the money must go back. */
async function recordPayment(deps: Deps, trx: Trx, attempt: Attempt, received: Received): Promise<string | undefined> {
  const booking = await lockBooking(trx, attempt.booking_id)
  const isRecorded = await trx.selectFrom('payments').select('id').where('provider_payment_id', '=', received.paymentId).executeTakeFirst()
  if (isRecorded) return undefined

  const role = await decideRole(deps, trx, booking, attempt, received)
  const paymentId = randomUUID()
  await trx
    .insertInto('payments')
    .values({
      id: paymentId,
      booking_id: booking.id,
      attempt_id: attempt.id,
      provider_payment_id: received.paymentId,
      amount_cents: received.amountCents,
      currency: received.currency,
      method: received.method,
      receipt_url: received.receiptUrl,
      role,
      paid_at: received.paidAt,
    })
    .execute()
  await trx
    .updateTable('payment_attempts')
    .set({ status: 'complete', session_id: received.sessionId, closed_at: deps.now() })
    .where('id', '=', attempt.id)
    .execute()
  return settle(deps, trx, booking, role, paymentId, received)
}

async function decideRole(deps: Deps, trx: Trx, booking: LockedBooking, attempt: Attempt, received: Received): Promise<PaymentRole> {
  if (received.amountCents !== attempt.amount_cents || received.currency !== attempt.currency) return 'quarantined'
  if (booking.status === 'confirmed' || booking.status === 'completed') return 'duplicate'
  const isInTime = booking.starts_on >= dayIn(deps.config.AGENCY_TIME_ZONE, received.paidAt)
  // An old price paid on a card page that had been closed for a new quote buys nothing.
  const isThePrice = received.amountCents === booking.total_cents
  // A hold that has ended is honoured while its seats are still free.
  return isInTime && isThePrice && (await confirmBooking(trx, booking, deps.now())) ? 'primary' : 'late'
}

async function settle(
  deps: Deps,
  trx: Trx,
  booking: LockedBooking,
  role: PaymentRole,
  paymentId: string,
  received: Received,
): Promise<string | undefined> {
  if (role === 'quarantined') {
    await flagForStaff(trx, booking.id, `Payment ${received.paymentId} is not of the agreed amount. Please check it.`)
    return undefined
  }
  const customer = await getCustomer(trx, booking.id)
  const facts = { ...booking, customerName: customer.name, siteUrl: deps.origins.ofMails() }
  if (role === 'primary') {
    await queueMail(trx, deps.queue, bookingConfirmedMail(customer.email, facts))
    return undefined
  }
  await queueMail(trx, deps.queue, paymentReturnedMail(customer.email, facts, { paymentId, role, amountCents: received.amountCents }))
  return requestRefund(trx, deps.queue, { paymentId, amountCents: received.amountCents, currency: received.currency, cause: role })
}
