import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import type { Currency } from '#shared/money.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import { refundFailedMail } from '#server/emails/refund-failed.ts'
import { flagForStaff, lockBooking } from '#server/features/bookings/commands.ts'
import { getCustomer } from '#server/features/bookings/queries.ts'

type RefundState = 'requested' | 'pending' | 'succeeded' | 'failed' | 'canceled' | 'blocked'

/** A refund only goes on: what was read before somebody else wrote down something later does not take it back. */
const STEP: Record<RefundState, number> = { requested: 0, blocked: 0, pending: 1, succeeded: 2, failed: 3, canceled: 3 }

/**
 * Takes over what the provider says of a refund. Matched by our own id in its metadata, so that it does not matter
 * whether the event or the answer comes first; a refund made by hand at the provider is booked as external.
 */
export async function applyRefund(deps: Deps, refund: Stripe.Refund): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const payment = await lockPayment(trx, refund.payment_intent)
    if (!payment) return
    const row = (await findRefundRow(trx, payment.id, refund)) ?? (await bookExternalRefund(trx, payment, refund))
    const state = toState(refund.status)
    if (STEP[state] <= STEP[row.state] && row.provider_refund_id === refund.id) return
    await trx.updateTable('refunds').set({ provider_refund_id: refund.id, amount_cents: refund.amount }).where('id', '=', row.id).execute()
    if (state === 'failed' || state === 'canceled') {
      return settleFailure(deps, trx, row.id, state, refund.failure_reason ?? state)
    }
    await trx.updateTable('refunds').set({ state, updated_at: deps.now() }).where('id', '=', row.id).execute()
    await recountRefunds(trx, payment.id)
  })
}

function toState(status: string | null): 'pending' | 'succeeded' | 'failed' | 'canceled' {
  if (status === 'succeeded' || status === 'failed' || status === 'canceled') return status
  return 'pending'
}

interface LockedPayment {
  id: string
  booking_id: string
  currency: Currency
}

/** Locks a payment behind its booking, in the order of a cancellation: whoever took them the other way round would wait for it for ever. */
export async function lockPayment(trx: Trx, provider: string | { id: string } | null): Promise<LockedPayment | undefined> {
  const providerPaymentId = typeof provider === 'string' ? provider : (provider?.id ?? '')
  const query = trx.selectFrom('payments').select(['id', 'booking_id', 'currency']).where('provider_payment_id', '=', providerPaymentId)
  const payment = await query.executeTakeFirst()
  if (!payment) return undefined
  await lockBooking(trx, payment.booking_id)
  return query.forUpdate().executeTakeFirst()
}

interface RefundRow {
  id: string
  state: RefundState
  provider_refund_id: string | null
}

async function findRefundRow(trx: Trx, paymentId: string, refund: Stripe.Refund): Promise<RefundRow | undefined> {
  return trx
    .selectFrom('refunds')
    .select(['id', 'state', 'provider_refund_id'])
    .where('payment_id', '=', paymentId)
    .where((eb) =>
      eb.or([eb('provider_refund_id', '=', refund.id), eb(eb.cast<string>('id', 'text'), '=', refund.metadata?.['refund_id'] ?? '')]),
    )
    .forUpdate()
    .executeTakeFirst()
}

async function bookExternalRefund(trx: Trx, payment: LockedPayment, refund: Stripe.Refund): Promise<RefundRow> {
  await flagForStaff(trx, payment.booking_id, `Refund ${refund.id} was made at the card provider, not here. Please check the booking.`)
  return trx
    .insertInto('refunds')
    .values({
      id: randomUUID(),
      payment_id: payment.id,
      amount_cents: refund.amount,
      currency: payment.currency,
      cause: 'external',
      state: 'requested',
      provider_refund_id: refund.id,
    })
    .returning(['id', 'state', 'provider_refund_id'])
    .executeTakeFirstOrThrow()
}

/** Counts anew what of a payment has gone back or is on its way. Two askings that crossed may be more than was paid. */
async function recountRefunds(trx: Trx, paymentId: string): Promise<void> {
  const { cents } = await trx
    .selectFrom('refunds')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount_cents'), eb.lit(0)).as('cents'))
    .where('payment_id', '=', paymentId)
    .where('state', 'not in', ['failed', 'canceled'])
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('payments')
    .set((eb) => ({ refund_requested_cents: eb.fn<number>('least', [eb.ref('amount_cents'), eb.val(cents)]) }))
    .where('id', '=', paymentId)
    .execute()
}

/**
 * The money has not gone back, perhaps after it first seemed so: it is free to be given back again, people are told.
 * The payment must have been locked.
 */
export async function settleFailure(
  deps: Deps,
  trx: Trx,
  refundId: string,
  state: 'failed' | 'canceled' | 'blocked',
  reason: string,
): Promise<void> {
  const refund = await trx
    .updateTable('refunds')
    .set({ state, failure_reason: reason, updated_at: deps.now() })
    .where('id', '=', refundId)
    .where('state', '!=', state)
    .returning(['payment_id', 'amount_cents', 'currency'])
    .executeTakeFirst()
  if (!refund) return
  await recountRefunds(trx, refund.payment_id)
  const booking = await trx
    .selectFrom('payments')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .select(['bookings.id', 'reference', 'title'])
    .where('payments.id', '=', refund.payment_id)
    .executeTakeFirstOrThrow()
  await flagForStaff(trx, booking.id, `Refund ${refundId} did not go through (${reason}). The customer must be paid back another way.`)
  const customer = await getCustomer(trx, booking.id)
  await queueMail(
    trx,
    deps.queue,
    refundFailedMail(customer.email, {
      refundId,
      reference: booking.reference,
      title: booking.title,
      customerName: customer.name,
      amountCents: refund.amount_cents,
      currency: refund.currency,
    }),
  )
}
