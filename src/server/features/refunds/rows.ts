import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { formatProviderMoney } from '#shared/money.ts'
import type { RefundState } from '#shared/refunds/states.ts'
import { ADVICE } from '#shared/tasks/causes.ts'
import type { CardRefund } from '#server/lib/card-provider.ts'
import type { Trx } from '#server/lib/db.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { openTask } from '#server/features/tasks/commands.ts'
import type { LockedPayment } from '#server/features/payments/commands.ts'
import { settleRefundTasks } from './tasks.ts'

interface RefundRow {
  id: string
  state: RefundState
  provider_refund_id: string | null
}

/** Finds the row with the provider's refund id, or else the row named in the refund's metadata if it has no provider id yet. */
export async function findRefundRow(trx: Trx, paymentId: string, refund: CardRefund): Promise<RefundRow | undefined> {
  return trx
    .selectFrom('refunds')
    .select(['id', 'state', 'provider_refund_id'])
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
 * Books a refund made by hand at the provider. If its amount matches an earlier refund that failed, it takes that one's
 * place; any other gets a task.
 */
export async function bookExternalRefund(trx: Trx, payment: LockedPayment, refund: CardRefund, now: Date): Promise<RefundRow> {
  const failed = await findFailedRefund(trx, payment.id, refund)
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
      replaces: failed?.id ?? null,
    })
    .returning(['id', 'state', 'provider_refund_id'])
    .executeTakeFirstOrThrow()
  if (failed) {
    await settleRefundTasks(trx, failed.id, `Sent again at the card provider: ${refund.id}.`, now)
    return row
  }
  const amount = formatProviderMoney(refund.amountCents, payment.currency)
  const toDo =
    payment.role === 'quarantined'
      ? 'Its payment has a task of its own: refund the rest; when nothing is left, that only ends it.'
      : ADVICE.externalRefund
  const cause = `Refund ${refund.id} of ${amount} was made at the card provider, not here. ${toDo}`
  const links = { bookingId: payment.booking_id, paymentId: payment.id, refundId: row.id, userId: payment.user_id }
  await openTask(trx, { kind: 'external_refund', subject: refund.id, cause, ...links }, now)
  return row
}

/** A refund made at the provider before ours was meant for something else. The provider's timestamps are whole seconds. */
async function findFailedRefund(trx: Trx, paymentId: string, { amountCents, createdAt }: CardRefund) {
  return trx
    .selectFrom('refunds')
    .leftJoin('refunds as later', 'later.replaces', 'refunds.id')
    .select('refunds.id')
    .where('refunds.payment_id', '=', paymentId)
    .where('refunds.amount_cents', '=', amountCents)
    .where('refunds.state', 'in', ['failed', 'canceled'])
    .where(sql<boolean>`date_trunc('second', coalesce(refunds.made_at, refunds.created_at)) <= ${createdAt}`)
    .where('later.id', 'is', null)
    .orderBy('refunds.created_at')
    .executeTakeFirst()
}
