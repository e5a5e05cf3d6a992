import { sql } from 'kysely'
import type { Database, Trx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'

/** What disputes hold or have cost of a payment, in cents. */
interface DisputedCents {
  /** Held by the bank until an open dispute ends. */
  disputed_cents: number
  /** Gone through lost disputes, beyond the refunds that these have ended. */
  lost_cents: number
}

export interface DisputedPayment extends DisputedCents {
  amount_cents: number
  refund_requested_cents: number
}

/** Selects, of a row of `payments`, what open disputes hold, in cents. */
export const disputedCents = sql<number>`coalesce((select sum(taken_cents) from disputes where payment_id = payments.id and standing = 'open'), 0)`

/** Selects, of a row of `payments`, what lost disputes have taken beyond the refunds that they have ended, in cents. */
export const lostCents = sql<number>`coalesce((
  select sum(taken_cents - (select coalesce(sum(amount_cents), 0) from refunds where dispute_id = disputes.id and state = 'lost'))
  from disputes where payment_id = payments.id and standing = 'lost'), 0)::bigint`

/** Reads what has become of a payment's amount. */
export async function readDisputed(db: Database | Trx, paymentId: string): Promise<DisputedPayment> {
  return db
    .selectFrom('payments')
    .select(['amount_cents', 'refund_requested_cents', disputedCents.as('disputed_cents'), lostCents.as('lost_cents')])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
}

/**
 * Returns how much of a new refund waits for open disputes, in cents. What these hold counts first towards what is owed, so that a lost one
 * pays nobody more than that. A refund that `leavesHeld` is beside it, and waits only for what cannot be sent.
 */
export async function readWaitingCents(trx: Trx, paymentId: string, amountCents: number, { leavesHeld }: { leavesHeld: boolean }) {
  const payment = await readDisputed(trx, paymentId)
  const heldCents = await readHeldCents(trx, paymentId, payment)
  return leavesHeld && heldCents > 0
    ? Math.max(0, amountCents - Math.max(0, leftOf(payment) - heldCents))
    : Math.min(amountCents, heldCents)
}

/** Returns whether the refunds of a payment that have been or are to be sent ask for more than disputes have left of it. */
export async function isOverdrawn(trx: Trx, paymentId: string): Promise<boolean> {
  const payment = await readDisputed(trx, paymentId)
  const { amount_cents: paid, refund_requested_cents: returned, lost_cents: lost } = payment
  return paid - returned - lost - (await readHeldCents(trx, paymentId, payment)) < 0
}

/** Returns what open disputes hold beyond the refunds that wait for it already, in cents. */
async function readHeldCents(trx: Trx, paymentId: string, { disputed_cents: disputed }: DisputedPayment): Promise<number> {
  if (disputed === 0) return 0
  const waiting = await trx
    .selectFrom('refunds')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount_cents'), eb.lit(0)).as('cents'))
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'blocked')
    .executeTakeFirstOrThrow()
  return Math.max(0, disputed - waiting.cents)
}

/** Returns what disputes mean for a payment as a whole: `open` while one holds a part of it, `lost` when they have left nothing of it. */
export function disputeOf(payment: DisputedPayment | undefined): 'none' | 'open' | 'lost' {
  if (!payment) return 'none'
  if (payment.disputed_cents > 0) return 'open'
  return payment.lost_cents > 0 && leftOf(payment) === 0 ? 'lost' : 'none'
}

/** Returns what has neither gone back nor been lost of a payment, in cents; what open disputes hold is included. */
export function leftOf(payment: Omit<DisputedPayment, 'disputed_cents'>): number {
  return Math.max(0, payment.amount_cents - payment.refund_requested_cents - payment.lost_cents)
}

export type KnownDispute = Awaited<ReturnType<typeof listDisputes>>[number]

/** Lists the disputes of payments, oldest first. */
export async function listDisputes(db: Database | Trx, paymentIds: readonly string[]) {
  if (paymentIds.length === 0) return []
  return db.selectFrom('disputes').selectAll().where('payment_id', 'in', paymentIds).orderBy('opened_at').orderBy('id').execute()
}

/** Returns whether we already know what a dispute stands at. */
export async function isDisputeNoted(db: Database, dispute: { id: string; status: string; takenCents: number }): Promise<boolean> {
  const known = await db
    .selectFrom('disputes')
    .select('id')
    .where('provider_dispute_id', '=', dispute.id)
    .where('status', '=', dispute.status)
    .where('taken_cents', '=', dispute.takenCents)
    .executeTakeFirst()
  return known !== undefined
}

/** Lists disputes that have not ended, by their ids and the provider's. */
export async function listLiveDisputes(db: Database, limit: number, after?: { id: string }) {
  return db
    .selectFrom('disputes')
    .select(['id', 'provider_dispute_id'])
    .where('standing', 'in', ['inquiry', 'open'])
    .$if(after !== undefined, (query) => query.where('id', '>', after?.id ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Lists payments that an earlier version of this program has marked as disputed, and whose disputes we have not stored. */
export async function listMarkedPayments(db: Database, limit: number, after?: { id: string }) {
  const { rows } = await sql<{ id: string; provider_payment_id: string }>`
    select id, provider_payment_id from payments
    where disputed_at is not null and provider_payment_id is not null and not is_generated
      and id > ${after?.id ?? '00000000-0000-0000-0000-000000000000'}::uuid
      -- Counted for each, since there are few: an anti-join would read all disputes.
      and (select count(*) from disputes where payment_id = payments.id and (standing = 'lost' or standing = 'open' and dispute_lost_at is null)) = 0
    order by id limit ${limit}`.execute(db)
  return rows
}

/** Throws 409 `not_refundable` while a dispute holds the money, or when it has taken all of it. */
export function refuseDisputed(dispute: 'none' | 'open' | 'lost'): void {
  if (dispute === 'open') throw new AppError('not_refundable', 'The payment is disputed: nothing can be refunded until that has ended.')
  if (dispute === 'lost') throw new AppError('not_refundable', 'The money has gone back through a dispute: nothing more is due.')
}
