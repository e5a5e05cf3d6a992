import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { isUncertain } from '#server/lib/cards.ts'
import type { Currency } from '#shared/money.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { Queue } from '#server/lib/queue.ts'
import { applyRefund, lockPayment, settleFailure } from './refund-state.ts'

export const SEND_REFUND_JOB = 'payments.send-refund'

/** The provider may forget an idempotency key after 24 hours; then the same key would refund again. */
const KEY_LIFE_MS = 23 * 60 * 60 * 1000

interface NewRefund {
  paymentId: string
  amountCents: number
  currency: Currency
  cause: 'cancellation' | 'duplicate' | 'late'
}

/**
 * Writes down that money goes back, reserves it on the payment and queues the provider's call. The check on the
 * payment makes it impossible to ask for more than was paid.
 */
export async function requestRefund(trx: Trx, queue: Queue, refund: NewRefund): Promise<string> {
  const id = randomUUID()
  await trx
    .updateTable('payments')
    .set((eb) => ({ refund_requested_cents: eb('refund_requested_cents', '+', refund.amountCents) }))
    .where('id', '=', refund.paymentId)
    .execute()
  await trx
    .insertInto('refunds')
    .values({
      id,
      payment_id: refund.paymentId,
      amount_cents: refund.amountCents,
      currency: refund.currency,
      cause: refund.cause,
      state: 'requested',
    })
    .execute()
  await queue.enqueue(trx, SEND_REFUND_JOB, { refundId: id })
  return id
}

/**
 * Carries a requested refund to the provider, under the key of our own row: however often it is called, at once or
 * after a crash, the money goes back once. Throws when the outcome is unknown, to be called again.
 */
export async function sendRefund(deps: Deps, refundId: string): Promise<void> {
  const { db, cards } = deps
  const row = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.id', 'refunds.state', 'refunds.amount_cents', 'refunds.created_at', 'provider_payment_id'])
    .where('refunds.id', '=', refundId)
    .executeTakeFirst()
  if (row?.state !== 'requested') return
  const stripe = cards.stripe()
  const isOld = deps.now().getTime() - row.created_at.getTime() > KEY_LIFE_MS
  const earlier = isOld ? await findRefund(stripe, row.provider_payment_id, row.id) : undefined
  try {
    const refund = earlier ?? (await createAtProvider(stripe, row))
    // An answer without an error that is no refund either (a proxy's page) must never count as one (payments 1.1).
    if (refund.object !== 'refund') throw new Error('The card service gave an answer that is not a refund.')
    await applyRefund(deps, refund)
  } catch (error) {
    if (isUncertain(error)) throw error
    await refuse(deps, row.id, row.provider_payment_id, error)
  }
}

async function createAtProvider(
  stripe: Stripe,
  row: { id: string; amount_cents: number; provider_payment_id: string },
): Promise<Stripe.Refund> {
  return stripe.refunds.create(
    { payment_intent: row.provider_payment_id, amount: row.amount_cents, metadata: { refund_id: row.id } },
    { idempotencyKey: `refund:${row.id}` },
  )
}

async function findRefund(stripe: Stripe, paymentId: string, refundId: string): Promise<Stripe.Refund | undefined> {
  for await (const refund of stripe.refunds.list({ payment_intent: paymentId, limit: 100 })) {
    if (refund.metadata?.['refund_id'] === refundId) return refund
  }
  return undefined
}

/** The provider has definitely said no. */
async function refuse(deps: Deps, refundId: string, providerPaymentId: string, error: unknown): Promise<void> {
  const code = error instanceof Stripe.errors.StripeError ? error.code : undefined
  if (code === 'charge_already_refunded') {
    const adopted = await findUnknownRefund(deps, providerPaymentId)
    if (adopted) return applyRefund(deps, { ...adopted, metadata: { refund_id: refundId } })
  }
  await deps.db.transaction().execute(async (trx) => {
    await lockPayment(trx, providerPaymentId)
    const state = code === 'charge_disputed' ? 'blocked' : 'failed'
    await settleFailure(deps, trx, refundId, state, code ?? 'refused')
  })
}

/** Given back by hand at the provider, before we asked: the refund there that no row of ours knows yet. */
async function findUnknownRefund({ db, cards }: Deps, providerPaymentId: string): Promise<Stripe.Refund | undefined> {
  const refunds = await cards.stripe().refunds.list({ payment_intent: providerPaymentId, limit: 100 })
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select('provider_refund_id')
    .where('provider_payment_id', '=', providerPaymentId)
    .execute()
  const known = new Set(rows.map((row) => row.provider_refund_id))
  return refunds.data.find((refund) => !known.has(refund.id))
}
