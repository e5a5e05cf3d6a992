import { randomUUID } from 'node:crypto'
import type { Currency } from '#shared/money.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { Queue } from '#server/lib/queue.ts'
import { reserveRefund } from '#server/features/payments/commands.ts'
import { readWaitingCents } from './disputed.ts'
import { settleFailure } from './failure.ts'
import { askToPayBack } from './pay-back.ts'

export const SEND_REFUND_JOB = 'payments.send-refund'

export interface NewRefund {
  paymentId: string
  amountCents: number
  currency: Currency
  cause: 'cancellation' | 'duplicate' | 'late' | 'quarantined' | 'goodwill'
  /** Explanation for the customer, for a goodwill refund. */
  reason?: string
  replaces?: string | undefined
  /** Set when the amount does not include what open disputes hold, as goodwill does not. */
  leavesHeld?: boolean
}

/**
 * Records a refund and reserves its amount on the payment, to be sent once the transaction has committed: by the caller
 * (`trySending`) or by the queue (`queueRefund`). For a payment not made by card a person has to pay it back instead. What
 * an open dispute holds of the amount is a refund of its own, which waits for its end. A database check prevents refunding
 * more than was paid. Returns the id of the refund to send.
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

/** For a refund whose caller does not wait until it is sent. */
export async function queueRefund(queue: Queue, trx: Trx, refundId: string): Promise<void> {
  await queue.enqueue(trx, SEND_REFUND_JOB, { refundId })
}

/** The provider's word for the refusal that is spared here. */
const DISPUTED = 'charge_disputed'

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
