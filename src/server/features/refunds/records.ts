import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { RefundState } from '#shared/refunds/states.ts'
import type { CardRefund } from '#server/lib/card-provider.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { triesOf } from '#server/lib/retries.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { openTask } from '#server/features/tasks/tasks.ts'
import { lockPayment, type LockedPayment } from '#server/features/payments/payments.ts'
import { settleDisputed } from './disputes.ts'
import { balanceTask, externalTask, recountRefunds, settleFailure, settleRefundTasks } from './stuck.ts'

export const refundTries = triesOf('refunds', sql`state not in ('requested', 'pending')`)

/** Safe to repeat at any time. */
export async function applyRefund(deps: Deps, refund: CardRefund): Promise<void> {
  await deps.db.transaction().execute(async (trx) => recordRefund(deps, trx, refund))
}

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

interface RefundRow {
  id: string
  state: RefundState
  provider_refund_id: string | null
  cause: string
}

/** Finds the row with the provider's refund id, or else the row named in the refund's metadata if it has no provider id yet. */
export async function findRefundRow(trx: Trx, paymentId: string, refund: CardRefund): Promise<RefundRow | undefined> {
  return trx
    .selectFrom('refunds')
    .select(['id', 'state', 'provider_refund_id', 'cause'])
    .where('payment_id', '=', paymentId)
    .where((eb) =>
      eb.or([
        eb('provider_refund_id', '=', refund.id),
        ...(isUuid(refund.ownId ?? '') ? [eb.and([eb('provider_refund_id', 'is', null), eb('id', '=', refund.ownId)])] : []),
      ]),
    )
    .orderBy('provider_refund_id')
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Books a refund made by hand at the provider, with a task. It takes the place of a refund that failed if its metadata
 * names that one, or if it is of the same amount and leaves nothing of the payment to be sent. A person says whether any
 * other of the same amount does.
 */
async function bookExternalRefund(trx: Trx, payment: LockedPayment, refund: CardRefund, now: Date): Promise<RefundRow> {
  const failed = await findFailedRefund(trx, payment.id, refund)
  const isCertain = failed?.id === refund.ownId || payment.refund_requested_cents + refund.amountCents >= payment.amount_cents
  const row = await trx
    .insertInto('refunds')
    .values({
      id: randomUUID(),
      payment_id: payment.id,
      amount_cents: refund.amountCents,
      currency: payment.currency,
      cause: 'external',
      state: 'requested',
      provider_refund_id: refund.id,
      replaces: failed && isCertain ? failed.id : null,
    })
    .returning(['id', 'state', 'provider_refund_id', 'cause'])
    .executeTakeFirstOrThrow()
  if (failed && isCertain) await settleRefundTasks(trx, failed.id, `Sent again at the card provider: ${refund.id}.`, now)
  else await openTask(trx, externalTask(payment, refund, failed ? { failedId: failed.id } : { rowId: row.id }), now)
  return row
}

/**
 * A refund made at the provider before ours was meant for something else, unless its metadata says so. The provider's
 * timestamps are whole seconds.
 */
async function findFailedRefund(trx: Trx, paymentId: string, { amountCents, createdAt, ownId }: CardRefund) {
  const named = isUuid(ownId ?? '') ? ownId : null
  return trx
    .selectFrom('refunds')
    .leftJoin('refunds as later', 'later.replaces', 'refunds.id')
    .select('refunds.id')
    .where('refunds.payment_id', '=', paymentId)
    .where('refunds.state', 'in', ['failed', 'canceled'])
    .where('later.id', 'is', null)
    .where((eb) =>
      eb.or([
        eb('refunds.id', '=', named),
        eb('refunds.amount_cents', '=', amountCents).and(
          sql<boolean>`date_trunc('second', coalesce(refunds.made_at, refunds.created_at)) <= ${createdAt}`,
        ),
      ]),
    )
    .orderBy(
      (eb) => eb('refunds.id', '=', named),
      (order) => order.desc().nullsLast(),
    )
    .orderBy('refunds.created_at')
    .executeTakeFirst()
}

export async function findRefundLinks(trx: Trx, id: string): Promise<{ bookingId: string; paymentId: string; refundId: string }> {
  return trx
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select(['booking_id as bookingId', 'payments.id as paymentId', 'refunds.id as refundId'])
    .where('refunds.id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Keyed by the provider's ids. */
export async function findBookedRefunds(db: Database, providerRefundIds: string[]) {
  const rows = await db
    .selectFrom('refunds')
    .select(['provider_refund_id', 'state', 'amount_cents', 'made_at'])
    .where('provider_refund_id', 'in', providerRefundIds)
    .execute()
  return new Map(rows.map((row) => [row.provider_refund_id, row]))
}
