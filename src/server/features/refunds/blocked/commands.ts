import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { Queue } from '#server/lib/queue.ts'
import type { LockedPayment } from '#server/features/payments/commands.ts'
import { settleFailure } from '../failure.ts'
import { withdrawRefund } from '../outside.ts'
import { listStuckRefunds } from '../queries.ts'
import { replaceRefund } from '../replacement.ts'
import { settleRefundTasks } from '../tasks.ts'

/** For a dispute that was won. The payment must be locked. */
export async function resendBlockedRefunds(trx: Trx, queue: Queue, payment: LockedPayment, now: Date): Promise<void> {
  const blocked = (await listStuckRefunds(trx, payment.id)).filter(({ state }) => state === 'blocked')
  for (const refund of blocked) {
    const replacement = await replaceRefund(trx, queue, payment, refund, now)
    if (!replacement) await withdrawRefund(trx, payment.id, refund.id, now)
    const outcome = replacement ? `sent again as refund ${replacement}.` : 'all of the payment had gone back outside meanwhile.'
    await settleRefundTasks(trx, refund.id, `The dispute was won: ${outcome}`, now)
  }
}

/**
 * Ends the refunds blocked by a dispute that was lost: the bank has already returned the money, so nothing more may be
 * sent. The payment must be locked.
 */
export async function giveUpBlockedRefunds(deps: Deps, trx: Trx, payment: LockedPayment): Promise<void> {
  const blocked = trx.selectFrom('refunds').select('id').where('payment_id', '=', payment.id).where('state', '=', 'blocked')
  for (const { id } of await blocked.execute()) await settleFailure(deps, trx, id, 'lost', 'dispute_lost')
}
