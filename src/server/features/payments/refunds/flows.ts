import { isRefusal, type CardProviderError } from '#server/lib/card-errors.ts'
import type { CardRefund } from '#server/lib/card-provider.ts'
import type { Deps } from '#server/lib/deps.ts'
import { lockPayment } from '../commands.ts'
import { recordRefund } from './commands.ts'
import { settleFailure } from './failure.ts'

/** The provider may forget an idempotency key after 24 hours; then the same key would refund again. */
const KEY_LIFE_MS = 23 * 60 * 60 * 1000

/**
 * Carries a requested refund to the provider, under the key of our own row: however often it is called, at once or
 * after a crash, the money goes back once. Throws when the outcome is unknown, to be called again.
 */
export async function sendRefund(deps: Deps, refundId: string): Promise<void> {
  const { db, cards } = deps
  const row = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.id', 'refunds.state', 'refunds.amount_cents', 'refunds.created_at', 'provider_payment_id'])
    .where('refunds.id', '=', refundId)
    .executeTakeFirst()
  if (row?.state !== 'requested') return
  const paymentId = row.provider_payment_id
  const isOld = deps.now().getTime() - row.created_at.getTime() > KEY_LIFE_MS
  const earlier = isOld ? await findRefund(deps, paymentId, (refund) => refund.ownId === row.id) : undefined
  try {
    await applyRefund(deps, earlier ?? (await cards.createRefund({ id: row.id, paymentId, amountCents: row.amount_cents })))
  } catch (error) {
    if (!isRefusal(error)) throw error
    await refuse(deps, row.id, paymentId, error)
  }
}

/** Takes over what the provider says of a refund, at any time and as often as it is told. */
export async function applyRefund(deps: Deps, refund: CardRefund): Promise<void> {
  await deps.db.transaction().execute(async (trx) => recordRefund(deps, trx, refund))
}

/** The provider has definitely said no. */
async function refuse(deps: Deps, refundId: string, paymentId: string, error: CardProviderError): Promise<void> {
  if (error.failure === 'already_refunded') {
    const adopted = await findUnknownRefund(deps, paymentId)
    if (adopted) return applyRefund(deps, { ...adopted, ownId: refundId })
  }
  await deps.db.transaction().execute(async (trx) => {
    await lockPayment(trx, paymentId)
    const state = error.failure === 'disputed' ? 'blocked' : 'failed'
    await settleFailure(deps, trx, refundId, state, error.code ?? 'refused')
  })
}

/** Given back by hand at the provider, before we asked: the refund there that no row of ours knows yet. */
async function findUnknownRefund(deps: Deps, paymentId: string): Promise<CardRefund | undefined> {
  const rows = await deps.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select('provider_refund_id')
    .where('provider_payment_id', '=', paymentId)
    .execute()
  const known = new Set(rows.map((row) => row.provider_refund_id))
  return findRefund(deps, paymentId, (refund) => !known.has(refund.id))
}

async function findRefund({ cards }: Deps, paymentId: string, isWanted: (refund: CardRefund) => boolean): Promise<CardRefund | undefined> {
  for await (const refund of cards.listRefunds({ paymentId })) if (isWanted(refund)) return refund
  return undefined
}
