import type { NotNull } from 'kysely'
import type { Database } from '#server/lib/db.ts'

/** Longer than a call can last, with the SDK's retries. */
const CALL_MS = 60_000

export type SendableRefund = NonNullable<Awaited<ReturnType<typeof claimSending>>>

/**
 * Claims the sending of a refund, so that only one process at a time asks the provider for it. Returns undefined if it
 * has been sent, is being sent or is scheduled for later. Excludes payments not made by card, which a person repays. The
 * claim of a process that has died ends by itself.
 */
export async function claimSending(db: Database, refundId: string, now: Date) {
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
export async function endClaim(db: Database, { id, key_version }: SendableRefund): Promise<void> {
  await db.updateTable('refunds').set({ send_after: null }).where('id', '=', id).where('key_version', '=', key_version).execute()
}
