import type { CardRefund } from '#server/lib/card-provider.ts'
import type { Deps } from '#server/lib/deps.ts'
import { findBackupMoment } from '#server/lib/restored-copy.ts'
import { claimSending, endClaim, type SendableRefund } from './claims.ts'
import { recordRefund } from './commands.ts'
import { findOwnRefund, followError } from './refusals.ts'

/** The provider may forget an idempotency key after 24 hours, and would then refund again under the same key. */
const KEY_LIFE_MS = 23 * 60 * 60 * 1000

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

/** Safe to repeat at any time. */
export async function applyRefund(deps: Deps, refund: CardRefund): Promise<void> {
  await deps.db.transaction().execute(async (trx) => recordRefund(deps, trx, refund))
}
