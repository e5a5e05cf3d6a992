import type { CardRefund } from '#server/lib/card-provider.ts'
import type { Deps } from '#server/lib/deps.ts'
import { recordRefund } from './commands.ts'
import { findSendable, type SendableRefund } from './queries.ts'
import { findOwnRefund, followError } from './refusals.ts'

/** The provider may forget an idempotency key after 24 hours, and would then refund again under the same key. */
const KEY_LIFE_MS = 23 * 60 * 60 * 1000

/**
 * Sends a requested refund to the provider, with our row's id as the key: however often this is called, concurrently or
 * after a crash, the money is refunded once. Throws when the outcome is unknown and the call has to be repeated.
 */
export async function sendRefund(deps: Deps, refundId: string): Promise<void> {
  const row = await findSendable(deps.db, refundId, deps.now())
  if (!row) return
  const refund = (await findEarlier(deps, row)) ?? (await create(deps, row))
  if (refund) await applyRefund(deps, refund)
}

/** Looks for an existing refund where the key alone does not prevent a second one. */
async function findEarlier(deps: Deps, row: SendableRefund): Promise<CardRefund | undefined> {
  const isOld = deps.now().getTime() - row.created_at.getTime() > KEY_LIFE_MS
  return isOld || row.key_version > 1 ? findOwnRefund(deps, row) : undefined
}

async function create(deps: Deps, row: SendableRefund): Promise<CardRefund | undefined> {
  const { id, key_version: keyVersion, amount_cents: amountCents, provider_payment_id: paymentId } = row
  try {
    return await deps.cards.createRefund({ id, keyVersion, paymentId, amountCents })
  } catch (error) {
    return followError(deps, row, error)
  }
}

/** Safe to repeat at any time. */
export async function applyRefund(deps: Deps, refund: CardRefund): Promise<void> {
  await deps.db.transaction().execute(async (trx) => recordRefund(deps, trx, refund))
}
