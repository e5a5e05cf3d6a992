import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { RefundState } from '#shared/refunds/states.ts'
import type { CardRefund } from '#server/lib/card-provider.ts'
import type { Trx } from '#server/lib/db.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { openTask } from '#server/features/tasks/tasks.ts'
import type { LockedPayment } from '#server/features/payments/commands.ts'
import { externalTask, settleRefundTasks } from './tasks.ts'

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
export async function bookExternalRefund(trx: Trx, payment: LockedPayment, refund: CardRefund, now: Date): Promise<RefundRow> {
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
