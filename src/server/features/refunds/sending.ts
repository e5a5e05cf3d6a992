import { sql, type NotNull } from 'kysely'
import { lockPayment, type LockedPayment } from '#server/features/payments/payments.ts'
import { openTask } from '#server/features/tasks/tasks.ts'
import { cardFailure, isRefusal, type CardProviderError, type CardRefund } from '#server/lib/card-provider.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { findBackupMoment } from '#server/lib/restored-copy.ts'
import { settleDisputed } from './disputes.ts'
import { applyRefund, recordRefund } from './records.ts'
import { queueRefund, withdrawRefund } from './requests.ts'
import { balanceTask, recountRefunds, refundTask, settleFailure, settleRefundTasks } from './stuck.ts'
import { isOverdrawn, readGuard } from './what-is-left.ts'

/** Longer than a call can last, with the SDK's retries. */
const CALL_MS = 60_000
/** The provider may forget an idempotency key after 24 hours, and would then refund again under the same key. */
const KEY_LIFE_MS = 23 * 60 * 60 * 1000
const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 6 * 60 * 60_000

/**
 * Sends a requested refund to the provider, with our row's id as the key: however often this is called, the money is
 * refunded once, and while one call is in progress any other does nothing. Throws when the outcome is unknown and the
 * call has to be repeated.
 */
export async function sendRefund(deps: Deps, refundId: string): Promise<void> {
  const row = await claimSending(deps.db, refundId, deps.now())
  if (!row) return
  try {
    const refund = (await findEarlier(deps, row)) ?? (await create(deps, row))
    if (refund) await applyRefund(deps, refund)
  } catch (error) {
    await endClaim(deps.db, row)
    throw error
  }
}

/** Sends a refund that has just been requested. If that fails, the reconcile job alone repeats it. */
export async function trySending(deps: Deps, refundId: string): Promise<void> {
  await sendRefund(deps, refundId).catch(() => undefined)
}

/**
 * Looks for an existing refund where the key alone does not prevent a second one. The site that a backup was made of went on: it may have sent
 * a refund that was only requested then, under a later key too.
 */
async function findEarlier(deps: Deps, row: SendableRefund): Promise<CardRefund | undefined> {
  const isOld = deps.now().getTime() - row.created_at.getTime() > KEY_LIFE_MS
  if (isOld || row.key_version > 1) return findOwnRefund(deps, row)
  const backedUpAt = await findBackupMoment(deps.db)
  return backedUpAt && row.created_at <= backedUpAt ? findOwnRefund(deps, row) : undefined
}

async function create(deps: Deps, row: SendableRefund): Promise<CardRefund | undefined> {
  const { id, key_version: keyVersion, amount_cents: amountCents, provider_payment_id: paymentId } = row
  try {
    return await deps.cards.createRefund({ id, keyVersion, paymentId, amountCents })
  } catch (error) {
    return followError(deps, row, error)
  }
}

type SendableRefund = NonNullable<Awaited<ReturnType<typeof claimSending>>>

/**
 * Claims the sending of a refund, so that only one process at a time asks the provider for it. Returns undefined if it
 * has been sent, is being sent or is scheduled for later. Excludes payments not made by card, which a person repays. The
 * claim of a process that has died ends by itself.
 */
async function claimSending(db: Database, refundId: string, now: Date) {
  return db
    .updateTable('refunds')
    .from('payments')
    .set({ send_after: new Date(now.getTime() + CALL_MS), updated_at: now })
    .whereRef('payments.id', '=', 'refunds.payment_id')
    .where('refunds.id', '=', refundId)
    .where('state', '=', 'requested')
    .where('provider_refund_id', 'is', null)
    .where('provider_payment_id', 'is not', null)
    .where((eb) => eb.or([eb('send_after', 'is', null), eb('send_after', '<=', now)]))
    .returning(['refunds.id', 'refunds.amount_cents', 'refunds.created_at', 'key_version', 'provider_payment_id'])
    .$narrowType<{ provider_payment_id: NotNull }>()
    .executeTakeFirst()
}

/** For a call whose outcome is unknown: under the same key it can be repeated at once. */
async function endClaim(db: Database, { id, key_version }: SendableRefund): Promise<void> {
  await db.updateTable('refunds').set({ send_after: null }).where('id', '=', id).where('key_version', '=', key_version).execute()
}

/**
 * Schedules a refund that was definitely not carried out to be sent again under a new key, after a pause that doubles
 * each time. Even the first pause outlasts any call under the old key, so two keys are never in flight together.
 */
async function postpone(trx: Trx, { id, key_version }: Pick<SendableRefund, 'id' | 'key_version'>, now: Date): Promise<void> {
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

/**
 * Handles a refund call that failed. Returns the refund if the provider made it after all. Throws the error when the
 * outcome is unknown, and after a server error so that it is logged.
 */
async function followError(deps: Deps, row: SendableRefund, error: unknown): Promise<CardRefund | undefined> {
  if (cardFailure(error) === 'server_error') {
    // The provider repeats this error for the same key forever, although it may have made the refund before failing.
    const made = await findOwnRefund(deps, row)
    if (made) return made
    await withPayment(deps, row, async (trx) => postpone(trx, row, deps.now()))
  }
  if (!isRefusal(error)) throw error
  if (error.failure === 'over_refunded') {
    const there: CardRefund[] = []
    for await (const refund of deps.cards.listRefunds({ paymentId: row.provider_payment_id })) there.push(refund)
    await withPayment(deps, row, async (trx, payment) => settleOutsideRefunds(deps, trx, payment, row, there, reasonOf(error)))
  } else await withPayment(deps, row, async (trx, payment) => refuse(deps, trx, payment, row, error))
  return undefined
}

/** Returns the refund that an earlier call made for this row, under any key. */
async function findOwnRefund({ cards }: Deps, row: SendableRefund): Promise<CardRefund | undefined> {
  for await (const refund of cards.listRefunds({ paymentId: row.provider_payment_id })) if (refund.ownId === row.id) return refund
  return undefined
}

async function refuse(deps: Deps, trx: Trx, payment: LockedPayment, row: SendableRefund, error: CardProviderError): Promise<void> {
  const { id, amount_cents } = row
  switch (error.failure) {
    case 'no_balance':
      await postpone(trx, row, deps.now())
      return openTask(trx, balanceTask(payment, id, amount_cents), deps.now())
    case 'disputed':
      if (await settleDisputed(deps, trx, payment, id, reasonOf(error))) return
      // The dispute was won just now, or we have not heard of it yet; the retry will tell.
      await postpone(trx, row, deps.now())
      return openTask(trx, refundTask('refund_blocked', payment, id, UNKNOWN_DISPUTE), deps.now())
    default:
      return settleFailure(deps, trx, id, 'failed', reasonOf(error))
  }
}

const UNKNOWN_DISPUTE =
  'The card provider rejected this refund because of a dispute we haven’t been notified of. It will be retried automatically.'

function reasonOf(error: CardProviderError): string {
  return error.code ?? error.failure
}

async function withPayment(deps: Deps, row: SendableRefund, work: (trx: Trx, payment: LockedPayment) => Promise<void>): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const payment = await lockPayment(trx, row.provider_payment_id)
    if (payment && (await isUnchanged(trx, row))) await work(trx, payment)
  })
}

/** Guards against an event or a concurrent call that moved the refund on while the provider was being asked. */
async function isUnchanged(trx: Trx, { id, key_version }: SendableRefund): Promise<boolean> {
  const row = await trx.selectFrom('refunds').select(['state', 'key_version']).where('id', '=', id).executeTakeFirst()
  return row?.state === 'requested' && row.key_version === key_version
}

/**
 * Resolves a refund that asks for more than is left of the payment because money was refunded outside this site. Books those refunds; ours
 * then asks for the rest, or if nothing is left, one made outside takes its place. `there` lists all refunds of the payment at the
 * provider.
 */
async function settleOutsideRefunds(
  deps: Deps,
  trx: Trx,
  payment: LockedPayment,
  row: SendableRefund,
  there: readonly CardRefund[],
  reason: string,
): Promise<void> {
  for (const refund of there) if (refund.ownId) await recordRefund(deps, trx, refund)
  if (there.some(({ ownId }) => ownId === row.id)) return
  const booked = await listOthers(trx, payment.id, row.id)
  const known = new Set(booked.map(({ provider_refund_id }) => provider_refund_id))
  const unheard = there.filter(({ id, state }) => !known.has(id) && isLive(state)).toSorted((a, b) => b.amountCents - a.amountCents)
  const goneCents =
    sum(unheard.map(({ amountCents }) => amountCents)) + sum(booked.filter(({ state }) => isLive(state)).map((each) => each.amount_cents))
  const { lost_cents: lostCents } = await readGuard(trx, payment.id)
  const leftCents = payment.amount_cents - goneCents - lostCents
  // Not what went back outside, but what disputes have taken or hold, is why there is less.
  const isDisputed = unheard.length === 0 && leftCents > 0 && (await isOverdrawn(trx, payment.id))
  if (isDisputed && (await settleDisputed(deps, trx, payment, row.id, reason))) return
  if (leftCents >= row.amount_cents) return settleFailure(deps, trx, row.id, 'failed', reason)
  const [largest, ...others] = unheard
  if (leftCents > 0) {
    for (const refund of unheard) await recordRefund(deps, trx, refund)
    return askForRest(deps, trx, payment, row, leftCents)
  }
  for (const refund of others) await recordRefund(deps, trx, refund)
  if (largest) return recordRefund(deps, trx, { ...largest, ownId: row.id })
  await withdrawRefund(trx, payment.id, row.id, deps.now())
  // It may have waited for money.
  await settleRefundTasks(trx, row.id, 'The payment has since been refunded in full outside this site.', deps.now())
}

/** A different amount needs a new key. The previous request was refused, so this one can go at once. */
async function askForRest(deps: Deps, trx: Trx, payment: LockedPayment, row: SendableRefund, leftCents: number): Promise<void> {
  await trx
    .updateTable('refunds')
    .set({ amount_cents: leftCents, key_version: row.key_version + 1, send_after: null, updated_at: deps.now() })
    .where('id', '=', row.id)
    .execute()
  await recountRefunds(trx, payment.id)
  await queueRefund(deps.queue, trx, row.id)
}

async function listOthers(trx: Trx, paymentId: string, refundId: string) {
  return trx
    .selectFrom('refunds')
    .select(['provider_refund_id', 'amount_cents', 'state'])
    .where('payment_id', '=', paymentId)
    .where('id', '!=', refundId)
    .execute()
}

function isLive(state: string): boolean {
  return state !== 'failed' && state !== 'canceled'
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
