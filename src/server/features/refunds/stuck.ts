import { sql } from 'kysely'
import { formatProviderMoney } from '#shared/money.ts'
import type { Advice } from '#shared/tasks/causes.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { openTask, settleTasks, type NewTask } from '#server/features/tasks/tasks.ts'
import { setReturned, type LockedPayment } from '#server/features/payments/payments.ts'

type StuckState = 'failed' | 'canceled' | 'blocked' | 'lost'

const AFTER_DISPUTE = 'If the dispute is won, the refund is sent again automatically; if it is lost, nothing more is due.'

/**
 * Records that a refund has failed, possibly after it had seemed to succeed. Opens the task for staff here; the customer is notified later.
 * The payment must be locked.
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
  // Earlier tasks, for example to top up the balance, no longer serve a purpose.
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

export async function recountRefunds(trx: Trx, paymentId: string): Promise<void> {
  const { cents } = await trx
    .selectFrom('refunds')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount_cents'), eb.lit(0)).as('cents'))
    .where('payment_id', '=', paymentId)
    .where('state', 'not in', ['failed', 'canceled'])
    .executeTakeFirstOrThrow()
  await setReturned(trx, paymentId, cents)
}

export type StuckRefund = Awaited<ReturnType<typeof listStuckRefunds>>[number]

/** Leaves out refunds that have been sent again. */
export async function listStuckRefunds(trx: Trx, paymentId: string) {
  return trx
    .selectFrom('refunds')
    .leftJoin('refunds as later', 'later.replaces', 'refunds.id')
    .select(['refunds.id', 'refunds.payment_id', 'refunds.state', 'refunds.cause', 'refunds.amount_cents', 'refunds.currency'])
    .where('refunds.payment_id', '=', paymentId)
    .where('refunds.state', 'in', ['failed', 'canceled', 'blocked'])
    .where('later.id', 'is', null)
    .orderBy('refunds.created_at')
    .execute()
}

/** At most one task of each kind is open per refund. */
export function refundTask(
  kind: 'refund_failed' | 'refund_blocked',
  payment: Pick<LockedPayment, 'id' | 'booking_id' | 'user_id'>,
  refundId: string,
  cause: string,
  advice?: Advice,
): NewTask {
  return {
    kind,
    subject: refundId,
    cause,
    ...(advice && { advice }),
    bookingId: payment.booking_id,
    paymentId: payment.id,
    refundId,
    userId: payment.user_id,
  }
}

/** Covers both a refund that the provider refused and one it keeps waiting for lack of balance. */
export function balanceTask(payment: LockedPayment, refundId: string, amountCents: number): NewTask {
  const amount = formatProviderMoney(amountCents, payment.currency)
  const cause = `Refund ${refundId} of ${amount} is waiting for funds: our card provider balance is too low. Top it up and the refund will be sent automatically.`
  return refundTask('refund_failed', payment, refundId, cause)
}

/**
 * About a refund made at the provider. With `failedId` the task asks whether it was made in place of that one, and only then what it means
 * for the booking; a task that asks is linked with the refund that failed, any other with the one made there.
 */
export function externalTask(
  payment: LockedPayment,
  { id, amountCents }: { id: string; amountCents: number },
  about: { rowId: string } | { failedId: string },
): NewTask {
  const made = `Refund ${id} of ${formatProviderMoney(amountCents, payment.currency)} was made in the card provider’s dashboard, not here.`
  const links = { bookingId: payment.booking_id, paymentId: payment.id, userId: payment.user_id }
  if ('failedId' in about) {
    const cause = `${made} Refund ${about.failedId} of the same amount had failed.`
    return { kind: 'external_refund', subject: id, cause, advice: 'whichRefund', ...links, refundId: about.failedId }
  }
  const toDo: Pick<NewTask, 'cause' | 'advice'> =
    payment.role === 'quarantined'
      ? { cause: `${made} Its payment has its own task: refund the rest there. If nothing is left, that just closes it.` }
      : { cause: made, advice: 'externalRefund' }
  return { kind: 'external_refund', subject: id, ...toDo, ...links, refundId: about.rowId }
}

/** Of a task and its refund: a task about a refund made outside is linked with another only to ask whether they are the same. */
export const isQuestion = sql<boolean>`(tasks.kind = 'external_refund' and tasks.subject is distinct from refunds.provider_refund_id)`

export async function settleRefundTasks(trx: Trx, refundId: string, outcome: string, now: Date): Promise<void> {
  await settleTasks(trx, ['refund_failed', 'refund_blocked'], refundId, outcome, now)
}
