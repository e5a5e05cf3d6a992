import type { CardRefund } from '#server/lib/card-provider.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { LockedPayment } from '#server/features/payments/commands.ts'
import { recountRefunds } from './recount.ts'
import { recordRefund } from './commands.ts'
import { isOverdrawn, readGuard } from './disputed.ts'
import { settleDisputed } from './disputes.ts'
import { settleFailure } from './failure.ts'
import type { SendableRefund } from './claims.ts'
import { withdrawRefund } from './replacement.ts'
import { queueRefund } from './request.ts'
import { settleRefundTasks } from './tasks.ts'

/**
 * Resolves a refund that asks for more than is left of the payment because money was refunded outside this site. Books those refunds; ours
 * then asks for the rest, or if nothing is left, one made outside takes its place. `there` lists all refunds of the payment at the
 * provider.
 */
export async function settleOutsideRefunds(
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
  const unheard = there
    .filter(({ id, state }) => !known.has(id) && isLive(state))
    .toSorted((one, other) => other.amountCents - one.amountCents)
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
