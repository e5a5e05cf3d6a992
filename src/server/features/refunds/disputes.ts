import { sql } from 'kysely'
import type { CardDispute } from '#server/lib/card-provider.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { reserveRefund, type LockedPayment } from '#server/features/payments/payments.ts'
import { insertRefund, queueRefund, replaceRefund, requestRefund, withdrawRefund, type NewRefund } from './requests.ts'
import { listStuckRefunds, settleFailure, settleRefundTasks, type StuckRefund } from './stuck.ts'
import { isOverdrawn, readGuard } from './what-is-left.ts'

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

export type DisputeRequest = Awaited<ReturnType<typeof listDisputeRequests>>[number]

/** Lists payments whose disputes a process of an earlier version has asked to have read from the provider. */
export async function listDisputeRequests(db: Database, limit: number, after?: { id: string }) {
  return db
    .selectFrom('dispute_requests')
    .select(['payment_id as id', 'provider_payment_id', 'noted_at'])
    .$if(after !== undefined, (query) => query.where('payment_id', '>', after?.id ?? ''))
    .orderBy('payment_id')
    .limit(limit)
    .execute()
}

/** Stores what a dispute stands at, and its history. Returns what was known of it before. The payment must be locked. */
export async function storeDispute(trx: Trx, payment: LockedPayment, dispute: CardDispute, now: Date): Promise<KnownDispute | undefined> {
  const before = await trx.selectFrom('disputes').selectAll().where('provider_dispute_id', '=', dispute.id).executeTakeFirst()
  const { status, standing, dueAt, takenCents } = dispute
  const isOver = standing === 'lifted' || standing === 'lost'
  const changes = { status, standing, due_at: dueAt, taken_cents: takenCents, ended_at: isOver ? (before?.ended_at ?? now) : null }
  const { id } = await trx
    .insertInto('disputes')
    .values({
      payment_id: payment.id,
      provider_dispute_id: dispute.id,
      amount_cents: dispute.amountCents,
      currency: dispute.currency,
      reason: dispute.reason,
      opened_at: dispute.createdAt,
      updated_at: now,
      ...changes,
    })
    .onConflict((on) => on.column('provider_dispute_id').doUpdateSet({ ...changes, amount_cents: dispute.amountCents, updated_at: now }))
    .returning('id')
    .executeTakeFirstOrThrow()
  if (before?.status !== status || before.taken_cents !== takenCents)
    await trx.insertInto('dispute_changes').values({ dispute_id: id, status, taken_cents: takenCents, noted_at: now }).execute()
  return before
}

/** Leaves one that has been made again since. */
export async function endDisputeRequest(db: Database, { id, noted_at: noted }: DisputeRequest): Promise<void> {
  await db.deleteFrom('dispute_requests').where('payment_id', '=', id).where('noted_at', '=', noted).execute()
}

/**
 * Brings the refunds that wait for disputes to what these stand at now: a lost dispute ends as many of them as it has taken, and what no
 * dispute holds any more is sent again. The payment must be locked.
 */
export async function followDisputes(deps: Deps, trx: Trx, payment: LockedPayment, outcome: string): Promise<void> {
  await reopenRefunds(deps, trx, payment)
  await endLostRefunds(deps, trx, payment)
  await releaseRefunds(deps, trx, payment, outcome)
}

/** Sends again what waits beyond what open disputes hold. */
async function releaseRefunds(deps: Deps, trx: Trx, payment: LockedPayment, outcome: string): Promise<void> {
  for (const refund of await listBlocked(trx, payment.id)) {
    const { held_cents: held } = await readGuard(trx, payment.id)
    if (sum(await listBlocked(trx, payment.id)) <= held) return
    const replacement = await replaceRefund(trx, deps.queue, payment, refund, deps.now())
    if (!replacement) await withdrawRefund(trx, payment.id, refund.id, deps.now())
    const then = replacement ? `sent again as refund ${replacement}.` : 'the payment had already been refunded in full outside this site.'
    await settleRefundTasks(trx, refund.id, `${outcome}: ${then}`, deps.now())
  }
}

/**
 * Records that a dispute has kept a refund from being made: what an open one holds of it waits for its end, a lost one ends it, or it has failed
 * where the provider goes on refusing after that. Returns false if no dispute that we know explains it. The payment must be locked.
 */
export async function settleDisputed(deps: Deps, trx: Trx, payment: LockedPayment, refundId: string, reason: string): Promise<boolean> {
  const disputes = await listDisputes(trx, [payment.id])
  const isOpen = disputes.some(({ standing }) => standing === 'open')
  if (!isOpen && !disputes.some(({ standing }) => standing === 'lost')) return false
  const isExplained = await isOverdrawn(trx, payment.id)
  await settleFailure(deps, trx, refundId, 'blocked', reason)
  await endLostRefunds(deps, trx, payment)
  // What the provider refuses although nothing that we know of holds it would only be refused again.
  if (isOpen && isExplained) await releaseRefunds(deps, trx, payment, 'Only part of it is disputed')
  if (isOpen) return true
  const isLeft = (await listBlocked(trx, payment.id)).some(({ id }) => id === refundId)
  if (isLeft) await settleFailure(deps, trx, refundId, 'failed', reason)
  return true
}

/** After an appeal nothing is lost yet, and the bank may give back a part of what was: what a dispute had ended waits again. */
async function reopenRefunds(deps: Deps, trx: Trx, payment: LockedPayment): Promise<void> {
  const ended = await trx
    .selectFrom('refunds')
    .innerJoin('disputes', 'disputes.id', 'dispute_id')
    .select('refunds.id')
    .where('refunds.payment_id', '=', payment.id)
    .where('refunds.state', '=', 'lost')
    .where((eb) => eb.or([eb('disputes.standing', '!=', 'lost'), eb('taken_cents', '<', endedCents)]))
    .execute()
  for (const { id } of ended) {
    await settleFailure(deps, trx, id, 'blocked', 'dispute_reopened')
    await trx.updateTable('refunds').set({ dispute_id: null }).where('id', '=', id).execute()
  }
}

const endedCents = sql<number>`(select sum(amount_cents) from refunds as ended where ended.dispute_id = disputes.id and ended.state = 'lost')`

async function endLostRefunds(deps: Deps, trx: Trx, payment: LockedPayment): Promise<void> {
  for (const dispute of await listDisputes(trx, [payment.id])) {
    if (dispute.standing !== 'lost') continue
    let room = dispute.taken_cents - (await endedBy(trx, dispute.id))
    for (const refund of await listBlocked(trx, payment.id)) {
      if (room <= 0) break
      await endByDispute(deps, trx, refund, { disputeId: dispute.id, cents: room })
      room -= refund.amount_cents
    }
  }
}

/** The bank has paid up to `cents` of a refund; what it asked for beyond that is a refund of its own. */
async function endByDispute(deps: Deps, trx: Trx, refund: StuckRefund, by: { disputeId: string; cents: number }): Promise<void> {
  const paidCents = Math.min(by.cents, refund.amount_cents)
  await trx.updateTable('refunds').set({ amount_cents: paidCents, dispute_id: by.disputeId }).where('id', '=', refund.id).execute()
  await settleFailure(deps, trx, refund.id, 'lost', 'dispute_lost')
  const restCents = refund.amount_cents - paidCents
  if (restCents === 0 || refund.cause === 'external') return
  const { currency, cause } = refund
  const rest = await requestRefund(deps, trx, { paymentId: refund.payment_id, amountCents: restCents, currency, cause })
  await queueRefund(deps.queue, trx, rest)
}

/** Records a refund that is owed, but that lost disputes have paid already; more than these have taken is left out. */
export async function coverRefund(trx: Trx, refund: NewRefund): Promise<void> {
  const { received_cents: paid, returned_cents: returned } = await readGuard(trx, refund.paymentId)
  let rest = Math.min(refund.amountCents, paid - returned)
  for (const dispute of await listDisputes(trx, [refund.paymentId])) {
    if (dispute.standing !== 'lost' || rest <= 0) continue
    const amountCents = Math.min(rest, dispute.taken_cents - (await endedBy(trx, dispute.id)))
    if (amountCents <= 0) continue
    await reserveRefund(trx, refund.paymentId, amountCents)
    const id = await insertRefund(trx, { ...refund, amountCents })
    const lost = { state: 'lost', told_state: 'lost', failure_reason: 'dispute_lost', dispute_id: dispute.id } as const
    await trx.updateTable('refunds').set(lost).where('id', '=', id).execute()
    rest -= amountCents
  }
}

async function endedBy(trx: Trx, disputeId: string): Promise<number> {
  return sum(
    await trx.selectFrom('refunds').select('amount_cents').where('dispute_id', '=', disputeId).where('state', '=', 'lost').execute(),
  )
}

async function listBlocked(trx: Trx, paymentId: string): Promise<StuckRefund[]> {
  return (await listStuckRefunds(trx, paymentId)).filter(({ state }) => state === 'blocked')
}

function sum(rows: readonly { amount_cents: number }[]): number {
  return rows.reduce((total, { amount_cents: cents }) => total + cents, 0)
}
