import { sql } from 'kysely'
import type { RefundState } from '#shared/refunds/states.ts'
import type { CardRefund } from '#server/lib/card-provider.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { triesOf } from '#server/lib/retries.ts'
import { openTask } from '#server/features/tasks/tasks.ts'
import { lockPayment } from '#server/features/payments/commands.ts'
import { settleDisputed } from './disputes.ts'
import { recountRefunds } from './recount.ts'
import { settleFailure } from './failure.ts'
import { findRefundRow, bookExternalRefund } from './rows.ts'
import { balanceTask, settleRefundTasks } from './tasks.ts'

export { coverRefund, endDisputeRequest, followDisputes, storeDispute } from './disputes.ts'
export { queueRefund, requestRefund, SEND_REFUND_JOB } from './request.ts'

export const refundTries = triesOf('refunds', sql`state not in ('requested', 'pending')`)

/** A refund only moves forward: a stale read must not undo a later state. */
const STEP: Record<RefundState, number> = {
  requested: 0,
  blocked: 0,
  pending: 1,
  succeeded: 2,
  failed: 3,
  canceled: 3,
  lost: 4,
  settled: 4,
}

/** The provider's reason when a payment was disputed before it had sent the refund. */
const OVERTAKEN_BY_DISPUTE = 'charge_for_pending_refund_disputed'

/**
 * Applies the provider's state of a refund. It is matched by our own id in its metadata, so the event and the response
 * may come in either order; a refund made by hand at the provider is booked as external.
 */
export async function recordRefund(deps: Deps, trx: Trx, refund: CardRefund): Promise<void> {
  const payment = await lockPayment(trx, refund.paymentId)
  if (!payment) return
  const row = (await findRefundRow(trx, payment.id, refund)) ?? (await bookExternalRefund(trx, payment, refund, deps.now()))
  const { state } = refund
  if (STEP[state] <= STEP[row.state] && row.provider_refund_id === refund.id) return
  await trx
    .updateTable('refunds')
    .set({ provider_refund_id: refund.id, amount_cents: refund.amountCents, made_at: refund.createdAt, send_after: null })
    .where('id', '=', row.id)
    .execute()
  if (state === 'failed' || state === 'canceled') {
    const { failureReason } = refund
    // One made outside is not ours to send once the dispute is over.
    const isOvertaken = failureReason === OVERTAKEN_BY_DISPUTE && row.cause !== 'external'
    if (isOvertaken && (await settleDisputed(deps, trx, payment, row.id, failureReason))) return
    return settleFailure(deps, trx, row.id, isOvertaken ? 'blocked' : state, failureReason ?? state)
  }
  await trx.updateTable('refunds').set({ state, updated_at: deps.now() }).where('id', '=', row.id).execute()
  await recountRefunds(trx, payment.id)
  if (refund.waitsForBalance) await openTask(trx, balanceTask(payment, row.id, refund.amountCents), deps.now())
  else await settleRefundTasks(trx, row.id, 'The card provider has accepted the refund.', deps.now())
}

export async function noteAsked(db: Database, refundId: string, now: Date): Promise<void> {
  await db.updateTable('refunds').set({ updated_at: now }).where('id', '=', refundId).execute()
}

/** Fills in the provider's creation time on rows written by versions that did not store it. */
export async function noteRefundTime(db: Database, { id, createdAt }: CardRefund): Promise<void> {
  await db.updateTable('refunds').set({ made_at: createdAt }).where('provider_refund_id', '=', id).where('made_at', 'is', null).execute()
}
