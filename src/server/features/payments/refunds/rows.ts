import { randomUUID } from 'node:crypto'
import { formatMoney } from '#shared/money.ts'
import type { CardRefund } from '#server/lib/card-provider.ts'
import type { Trx } from '#server/lib/db.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { openTask } from '#server/features/tasks/commands.ts'
import type { LockedPayment } from '../commands.ts'

export type RefundState = 'requested' | 'pending' | 'succeeded' | 'failed' | 'canceled' | 'blocked'

interface RefundRow {
  id: string
  state: RefundState
  provider_refund_id: string | null
}

export async function findRefundRow(trx: Trx, paymentId: string, refund: CardRefund): Promise<RefundRow | undefined> {
  return trx
    .selectFrom('refunds')
    .select(['id', 'state', 'provider_refund_id'])
    .where('payment_id', '=', paymentId)
    .where((eb) => eb.or([eb('provider_refund_id', '=', refund.id), ...(isUuid(refund.ownId ?? '') ? [eb('id', '=', refund.ownId)] : [])]))
    .forUpdate()
    .executeTakeFirst()
}

export async function bookExternalRefund(trx: Trx, payment: LockedPayment, refund: CardRefund, now: Date): Promise<RefundRow> {
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
    })
    .returning(['id', 'state', 'provider_refund_id'])
    .executeTakeFirstOrThrow()
  const amount = formatMoney({ cents: refund.amountCents, currency: payment.currency })
  const cause = `Refund ${refund.id} of ${amount} was made at the card provider, not here. Keep the booking or cancel it.`
  const links = { bookingId: payment.booking_id, paymentId: payment.id, refundId: row.id }
  await openTask(trx, { kind: 'external_refund', subject: refund.id, cause, ...links }, now)
  return row
}
