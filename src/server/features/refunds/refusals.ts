import { cardFailure, isRefusal, type CardProviderError } from '#server/lib/card-errors.ts'
import type { CardRefund } from '#server/lib/card-provider.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { openTask } from '#server/features/tasks/tasks.ts'
import { lockPayment, type LockedPayment } from '#server/features/payments/commands.ts'
import { settleDisputed } from './disputes.ts'
import { postpone, settleFailure } from './failure.ts'
import { settleOutsideRefunds } from './outside.ts'
import type { SendableRefund } from './claims.ts'
import { balanceTask, refundTask } from './tasks.ts'

/**
 * Handles a refund call that failed. Returns the refund if the provider made it after all. Throws the error when the
 * outcome is unknown, and after a server error so that it is logged.
 */
export async function followError(deps: Deps, row: SendableRefund, error: unknown): Promise<CardRefund | undefined> {
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
export async function findOwnRefund({ cards }: Deps, row: SendableRefund): Promise<CardRefund | undefined> {
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
