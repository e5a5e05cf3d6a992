import type Stripe from 'stripe'
import type { Database } from '#server/lib/db.ts'
import { isUncertain } from '#server/lib/cards.ts'
import type { Deps } from '#server/lib/deps.ts'
import { flagForStaff } from '#server/features/bookings/commands.ts'
import { fulfil } from '../fulfilment/flows.ts'
import { lockPayment } from '../refunds/commands.ts'
import { applyRefund } from '../refunds/flows.ts'

/** Notes an event once. Only what it is about is kept: its contents are read again from the provider. */
export async function storeEvent(db: Database, event: Stripe.Event): Promise<void> {
  const object = event.data.object as { id?: string }
  await db
    .insertInto('provider_events')
    .values({ id: event.id, type: event.type, object_id: object.id ?? '' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/**
 * Acts on a stored event unless that has been done. An event is a hint: the object is read again, so order, age and
 * repetition do not matter (payments 2.8). Throws when it could not be done; the event stays to be tried again.
 */
export async function processEvent(deps: Deps, eventId: string): Promise<void> {
  const event = await deps.db
    .selectFrom('provider_events')
    .select(['type', 'object_id'])
    .where('id', '=', eventId)
    .where('processed_at', 'is', null)
    .executeTakeFirst()
  if (!event) return
  const failure = await act(deps, event.type, event.object_id).then(() => null, failureOf)
  await deps.db.updateTable('provider_events').set({ processed_at: deps.now(), failure }).where('id', '=', eventId).execute()
}

/** What the provider definitely does not know stays unknown: asking for it again every minute would help nobody. */
function failureOf(error: unknown): string {
  if (isUncertain(error)) throw error
  return error instanceof Error ? error.message : 'refused'
}

async function act(deps: Deps, type: string, objectId: string): Promise<void> {
  const stripe = deps.cards.stripe()
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return fulfil(deps, objectId)
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return takeOverRefund(deps, await stripe.refunds.retrieve(objectId))
    case 'charge.refunded':
      for await (const refund of stripe.refunds.list({ charge: objectId, limit: 100 })) await takeOverRefund(deps, refund)
      return
    case 'charge.dispute.created':
    case 'charge.dispute.closed':
      return applyDispute(deps, await stripe.disputes.retrieve(objectId))
    default:
      // Events that we did not ask for are not an error.
      return
  }
}

async function takeOverRefund(deps: Deps, refund: Stripe.Refund): Promise<void> {
  await recordEarlierPayment(deps, refund.payment_intent)
  await applyRefund(deps, refund)
}

/** Events come in any order: the payment that this one is about may not have been recorded yet. */
async function recordEarlierPayment(deps: Deps, provider: string | { id: string } | null): Promise<void> {
  const paymentId = typeof provider === 'string' ? provider : provider?.id
  if (!paymentId) return
  const known = await deps.db.selectFrom('payments').select('id').where('provider_payment_id', '=', paymentId).executeTakeFirst()
  if (known) return
  const sessions = await deps.cards.stripe().checkout.sessions.list({ payment_intent: paymentId })
  for (const session of sessions.data) await fulfil(deps, session.id)
}

/** Notes a dispute on its payment, and lifts it when it was won; the staff decide about the seats (payments 3.9). */
async function applyDispute(deps: Deps, dispute: Stripe.Dispute): Promise<void> {
  await recordEarlierPayment(deps, dispute.payment_intent)
  const isOver = dispute.status === 'won' || dispute.status === 'warning_closed'
  await deps.db.transaction().execute(async (trx) => {
    const payment = await lockPayment(trx, dispute.payment_intent)
    if (!payment) return
    await trx
      .updateTable('payments')
      .set({ disputed_at: isOver ? null : deps.now() })
      .where('id', '=', payment.id)
      .execute()
    await flagForStaff(trx, payment.booking_id, `Dispute ${dispute.id}: ${dispute.status}.`)
  })
}
