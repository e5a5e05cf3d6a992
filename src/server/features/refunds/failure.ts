import { sql } from 'kysely'
import { formatProviderMoney } from '#shared/money.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { openTask } from '#server/features/tasks/tasks.ts'
import { recountRefunds } from './recount.ts'
import type { SendableRefund } from './claims.ts'
import { refundTask, settleRefundTasks } from './tasks.ts'

type StuckState = 'failed' | 'canceled' | 'blocked' | 'lost'

/**
 * Records that a refund has failed, possibly after it had seemed to succeed. Opens the task for staff here; the customer is told later. The
 * payment must be locked.
 */
export async function settleFailure(
  { now: clock }: Pick<Deps, 'now'>,
  trx: Trx,
  refundId: string,
  state: StuckState,
  reason: string,
): Promise<void> {
  const now = clock()
  const refund = await trx
    .updateTable('refunds')
    .set({ state, failure_reason: reason, updated_at: now })
    .where('id', '=', refundId)
    .where('state', '!=', state)
    .returning(['payment_id', 'amount_cents', 'currency', 'cause'])
    .executeTakeFirst()
  if (!refund) return
  await recountRefunds(trx, refund.payment_id)
  if (state === 'lost') return settleRefundTasks(trx, refundId, 'The dispute was lost: the bank has returned the payment.', now)
  // Earlier tasks, such as topping up the balance, no longer serve a purpose.
  await settleRefundTasks(trx, refundId, `The refund is now ${state} (${reason}).`, now)
  const payment = await trx
    .selectFrom('payments')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select(['payments.id', 'booking_id', 'user_id'])
    .where('payments.id', '=', refund.payment_id)
    .executeTakeFirstOrThrow()
  const subject = `Refund ${refundId} of ${formatProviderMoney(refund.amount_cents, refund.currency)}`
  const task =
    state === 'blocked'
      ? refundTask('refund_blocked', payment, refundId, `${subject} is on hold until a dispute closes (${reason}). ${AFTER_DISPUTE}`)
      : refundTask(
          'refund_failed',
          payment,
          refundId,
          `${subject} didn’t go through (${reason}).`,
          refund.cause === 'external' ? 'outsideRefundFailed' : 'refundFailed',
        )
  await openTask(trx, task, now)
}

const AFTER_DISPUTE = 'If the dispute is won, the refund is sent again automatically; if it is lost, nothing more is due.'

const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 6 * 60 * 60_000

/**
 * Schedules a refund that was definitely not carried out to be sent again under a new key, after a pause that doubles
 * each time. Even the first pause outlasts any call under the old key, so two keys are never in flight together.
 */
export async function postpone(trx: Trx, { id, key_version }: Pick<SendableRefund, 'id' | 'key_version'>, now: Date): Promise<void> {
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (key_version - 1), LONGEST_PAUSE_MS)
  await trx
    .updateTable('refunds')
    .set({ key_version: key_version + 1, send_after: new Date(now.getTime() + pauseMs), updated_at: now })
    .where('id', '=', id)
    .where('key_version', '=', key_version)
    .where('state', '=', 'requested')
    .execute()
}

/** Shortens the pause of an automatically retried refund to the safe minimum. Returns false if the refund is not one of these. */
export async function hurry(trx: Trx, refundId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('refunds')
    .set({ send_after: sql`least(send_after, updated_at + ${FIRST_PAUSE_MS} * interval '1 millisecond')` })
    .where('id', '=', refundId)
    .where('state', '=', 'requested')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
