import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import { refundFailedMail } from '#server/emails/refund-failed.ts'
import { flagForStaff } from '../bookings/commands.ts'

/**
 * Takes over what the provider says of a refund. Matched by our own id in its metadata, so that it does not matter
 * whether the event or the answer comes first; a refund made by hand at the provider is booked as external.
 */
export async function applyRefund(deps: Deps, refund: Stripe.Refund): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const row = await lockRefund(trx, refund)
    if (!row) return
    const state = toState(refund.status)
    if (row.state === state && row.provider_refund_id === refund.id) return
    if (state === 'failed' || state === 'canceled') {
      await trx.updateTable('refunds').set({ provider_refund_id: refund.id }).where('id', '=', row.id).execute()
      return settleFailure(deps, trx, row.id, state, refund.failure_reason ?? state)
    }
    await trx
      .updateTable('refunds')
      .set({ state, provider_refund_id: refund.id, updated_at: deps.now() })
      .where('id', '=', row.id)
      .execute()
  })
}

function toState(status: string | null): 'pending' | 'succeeded' | 'failed' | 'canceled' {
  if (status === 'succeeded' || status === 'failed' || status === 'canceled') return status
  return 'pending'
}

interface RefundRow {
  id: string
  state: string
  provider_refund_id: string | null
}

async function lockRefund(trx: Trx, refund: Stripe.Refund): Promise<RefundRow | undefined> {
  const ownId = refund.metadata?.['refund_id']
  const row = await trx
    .selectFrom('refunds')
    .select(['id', 'state', 'provider_refund_id'])
    .where((eb) =>
      eb.or([
        eb('provider_refund_id', '=', refund.id),
        eb(eb.cast<string>('id', 'text'), '=', ownId ?? ''),
      ]),
    )
    .forUpdate()
    .executeTakeFirst()
  return row ?? (await bookExternalRefund(trx, refund))
}

async function bookExternalRefund(trx: Trx, refund: Stripe.Refund): Promise<RefundRow | undefined> {
  const providerPaymentId = typeof refund.payment_intent === 'string' ? refund.payment_intent : refund.payment_intent?.id
  const payment = await trx
    .selectFrom('payments')
    .select(['id', 'booking_id', 'amount_cents', 'currency', 'refund_requested_cents'])
    .where('provider_payment_id', '=', providerPaymentId ?? '')
    .forUpdate()
    .executeTakeFirst()
  if (!payment) return undefined
  const requested = Math.min(payment.amount_cents, payment.refund_requested_cents + refund.amount)
  await trx.updateTable('payments').set({ refund_requested_cents: requested }).where('id', '=', payment.id).execute()
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
    .onConflict((conflict) => conflict.column('provider_refund_id').doNothing())
    .returning(['id', 'state', 'provider_refund_id'])
    .executeTakeFirst()
}

/** The money has not gone back, perhaps after it first seemed so: it is free to be given back again, people are told. */
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
  if (state !== 'blocked') {
    await trx
      .updateTable('payments')
      .set((eb) => ({ refund_requested_cents: eb('refund_requested_cents', '-', refund.amount_cents) }))
      .where('id', '=', refund.payment_id)
      .execute()
  }
  const booking = await trx
    .selectFrom('payments')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .innerJoin('users', 'users.id', 'bookings.user_id')
    .select(['bookings.id', 'reference', 'title', 'users.name', 'users.email'])
    .where('payments.id', '=', refund.payment_id)
    .executeTakeFirstOrThrow()
  await flagForStaff(trx, booking.id, `Refund ${refundId} did not go through (${reason}). The customer must be paid back another way.`)
  await queueMail(
    trx,
    deps.queue,
    refundFailedMail(booking.email, {
      refundId,
      reference: booking.reference,
      title: booking.title,
      customerName: booking.name,
      amountCents: refund.amount_cents,
      currency: refund.currency,
    }),
  )
}
