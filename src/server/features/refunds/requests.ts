import { randomUUID } from 'node:crypto'
import { formatMoney, type Currency } from '#shared/money.ts'
import type { RefundCause } from '#shared/refunds/states.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { Queue } from '#server/lib/queue.ts'
import { openTask } from '#server/features/tasks/tasks.ts'
import { reserveRefund, type LockedPayment } from '#server/features/payments/payments.ts'
import { recountRefunds, settleFailure, type StuckRefund } from './stuck.ts'
import { leftOf, readGuard, readWaitingCents } from './what-is-left.ts'

export const SEND_REFUND_JOB = 'payments.send-refund'

/** The provider's word for the refusal that is spared here. */
const DISPUTED = 'charge_disputed'

export interface NewRefund {
  paymentId: string
  amountCents: number
  currency: Currency
  cause: Exclude<RefundCause, 'external'>
  /** Explanation for the customer, for a goodwill refund. */
  reason?: string
  replaces?: string | undefined
  /** Set when the amount does not include what open disputes hold, as goodwill does not. */
  leavesHeld?: boolean
}

/**
 * Records a refund and reserves its amount on the payment, to be sent once the transaction has committed: by the caller (`trySending`) or by
 * the queue (`queueRefund`). If the payment wasn't made by card, a person has to pay it back instead. What an open dispute holds of the amount
 * is a refund of its own, which waits for its end. A database check prevents refunding more than was paid. Returns the id of the refund to send.
 */
export async function requestRefund(deps: Pick<Deps, 'now'>, trx: Trx, refund: NewRefund): Promise<string> {
  const leavesHeld = refund.leavesHeld === true || refund.cause === 'goodwill'
  const heldCents = await readWaitingCents(trx, refund.paymentId, refund.amountCents, { leavesHeld })
  const freeCents = refund.amountCents - heldCents
  const payment = await reserveRefund(trx, refund.paymentId, refund.amountCents)
  const isSplit = freeCents > 0 && heldCents > 0
  const id = await insertRefund(trx, { ...refund, amountCents: isSplit ? freeCents : refund.amountCents })
  // A row is replaced by one other.
  const held = isSplit ? await insertRefund(trx, { ...refund, amountCents: heldCents, replaces: undefined }) : id
  if (heldCents > 0) await settleFailure(deps, trx, held, 'blocked', DISPUTED)
  else if (payment.provider_payment_id === null) await askToPayBack(trx, { ...refund, id, bookingId: payment.booking_id }, deps.now())
  return id
}

export async function insertRefund(trx: Trx, { paymentId, amountCents, currency, cause, reason, replaces }: NewRefund): Promise<string> {
  const id = randomUUID()
  await trx
    .insertInto('refunds')
    .values({
      id,
      payment_id: paymentId,
      amount_cents: amountCents,
      currency,
      cause,
      state: 'requested',
      replaces: replaces ?? null,
      reason: reason ?? null,
    })
    .execute()
  return id
}

/** The refund counts as pending until a person confirms it with a reference. */
async function askToPayBack(trx: Trx, refund: NewRefund & { id: string; bookingId: string }, now: Date): Promise<void> {
  const { id, bookingId, paymentId, amountCents, currency } = refund
  const amount = formatMoney({ cents: amountCents, currency })
  const cause = `Repay ${amount} manually, as the booking wasn’t paid by card, then record your payment reference here.`
  // The task takes its customer from the booking: naming the account here would lock it after the booking.
  await openTask(trx, { kind: 'pay_back', subject: id, cause, bookingId, paymentId, refundId: id }, now)
}

/** For a refund whose caller does not wait until it is sent. */
export async function queueRefund(queue: Queue, trx: Trx, refundId: string): Promise<void> {
  await queue.enqueue(trx, SEND_REFUND_JOB, { refundId })
}

/**
 * Sends a stuck refund again as a new row, for at most what is left of the payment. Returns the new row's id, or
 * undefined when nothing is left. The payment must be locked.
 */
export async function replaceRefund(
  trx: Trx,
  queue: Queue,
  payment: LockedPayment,
  stuck: StuckRefund,
  now: Date,
): Promise<string | undefined> {
  const { id, cause, currency } = stuck
  if (cause === 'external') return undefined
  await trx.updateTable('refunds').set({ state: 'failed', updated_at: now }).where('id', '=', id).where('state', '=', 'blocked').execute()
  await recountRefunds(trx, payment.id)
  const amountCents = Math.min(stuck.amount_cents, leftOf(await readGuard(trx, payment.id)))
  if (amountCents <= 0) return undefined
  const replacement = await requestRefund({ now: () => now }, trx, { paymentId: payment.id, amountCents, currency, cause, replaces: id })
  await queueRefund(queue, trx, replacement)
  return replacement
}

/** Cancels our refund because the whole payment was refunded by separate rows; the largest made outside takes its place. */
export async function withdrawRefund(trx: Trx, paymentId: string, refundId: string, now: Date): Promise<void> {
  await trx
    .updateTable('refunds')
    .set({ state: 'canceled', failure_reason: 'refunded_outside', updated_at: now })
    .where('id', '=', refundId)
    .execute()
  const standIn = await trx
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('cause', '=', 'external')
    .where('state', 'not in', ['failed', 'canceled'])
    .where('replaces', 'is', null)
    .orderBy('amount_cents', 'desc')
    .executeTakeFirst()
  if (standIn) await trx.updateTable('refunds').set({ replaces: refundId }).where('id', '=', standIn.id).execute()
  await recountRefunds(trx, paymentId)
}
