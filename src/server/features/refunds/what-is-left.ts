import { sql } from 'kysely'
import type { RefundState } from '#shared/refunds/states.ts'
import type { Trx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import type { ReceiptSums } from '#server/features/ledger/booking-sums.ts'

/** Selects, of a row of `payments`, what open disputes hold, in cents. */
const heldCents = sql<number>`coalesce((select sum(taken_cents) from disputes where payment_id = payments.id and standing = 'open'), 0)`

/** Selects, of a row of `payments`, what lost disputes have taken beyond the refunds that they have ended, in cents. */
const lostCents = sql<number>`coalesce((
  select sum(taken_cents - (select coalesce(sum(amount_cents), 0) from refunds where dispute_id = disputes.id and state = 'lost'))
  from disputes where payment_id = payments.id and standing = 'lost'), 0)::bigint`

/**
 * Reads what may still be refunded of a payment from what guards it: a failed refund leaves its amount to be asked for again. The payment must
 * be locked. To show or decide amounts, read the ledger.
 */
export async function readGuard(trx: Trx, paymentId: string): Promise<ReceiptSums> {
  return trx
    .selectFrom('payments')
    .select(['amount_cents as received_cents', 'refund_requested_cents as returned_cents'])
    .select([heldCents.as('held_cents'), lostCents.as('lost_cents')])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
}

/** Returns what has neither been refunded nor lost of a payment, in cents; what open disputes hold is included. */
export function leftOf(payment: Omit<ReceiptSums, 'held_cents'>): number {
  return Math.max(0, payment.received_cents - payment.returned_cents - payment.lost_cents)
}

/**
 * Returns how much of a new refund waits for open disputes, in cents. What these hold counts first towards what is owed, so that a lost one
 * doesn't pay the customer twice. A refund that `leavesHeld` comes on top, and waits only for what cannot be sent.
 */
export async function readWaitingCents(trx: Trx, paymentId: string, amountCents: number, { leavesHeld }: { leavesHeld: boolean }) {
  const payment = await readGuard(trx, paymentId)
  const held = await readHeld(trx, paymentId, payment)
  return leavesHeld && held > 0 ? Math.max(0, amountCents - Math.max(0, leftOf(payment) - held)) : Math.min(amountCents, held)
}

/** Returns whether the refunds sent or to be sent ask for more of a payment than disputes have left of it. */
export async function isOverdrawn(trx: Trx, paymentId: string): Promise<boolean> {
  const payment = await readGuard(trx, paymentId)
  const { received_cents: paid, returned_cents: returned, lost_cents: lost } = payment
  return paid - returned - lost - (await readHeld(trx, paymentId, payment)) < 0
}

/** Returns what open disputes hold beyond the refunds that already wait for it, in cents. */
async function readHeld(trx: Trx, paymentId: string, { held_cents: held }: ReceiptSums): Promise<number> {
  if (held === 0) return 0
  const waiting = await trx
    .selectFrom('refunds')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount_cents'), eb.lit(0)).as('cents'))
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'blocked')
    .executeTakeFirstOrThrow()
  return Math.max(0, held - waiting.cents)
}

/** Returns what disputes mean for a payment as a whole: `open` while one holds a part of it, `lost` when they have left nothing of it. */
export function disputeOf(payment: ReceiptSums | undefined): 'none' | 'open' | 'lost' {
  if (!payment) return 'none'
  if (payment.held_cents > 0) return 'open'
  return payment.lost_cents > 0 && leftOf(payment) === 0 ? 'lost' : 'none'
}

/** Throws 409 `not_refundable` while a dispute holds the money, or when it has taken all of it. */
export function refuseDisputed(dispute: 'none' | 'open' | 'lost'): void {
  if (dispute === 'open')
    throw new AppError('not_refundable', 'This payment is disputed, so it can’t be refunded until the dispute closes.')
  if (dispute === 'lost') throw new AppError('not_refundable', 'The payment has been returned through a dispute. No further refund is due.')
}

/**
 * Throws 409 `not_refundable` if a stuck refund cannot go on because disputes hold it, or have taken all there was. What they do not hold of a
 * failed one is free: for `isPartEnough` some of it, else all of it has to be.
 */
export async function refuseWhileHeld(
  trx: Trx,
  paymentId: string,
  stuck: { state: RefundState; cause: string; amount_cents: number } | undefined,
  { isPartEnough }: { isPartEnough: boolean },
): Promise<void> {
  const dispute = disputeOf(await readGuard(trx, paymentId))
  if (dispute === 'open' && stuck && stuck.state !== 'blocked') {
    const waits = await readWaitingCents(trx, paymentId, stuck.amount_cents, { leavesHeld: stuck.cause === 'goodwill' })
    if (isPartEnough ? waits < stuck.amount_cents : waits === 0) return
  }
  refuseDisputed(dispute)
}
