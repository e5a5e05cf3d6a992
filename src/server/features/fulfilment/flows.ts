import type { CheckoutSession } from '#server/lib/card-provider.ts'
import type { Deps } from '#server/lib/deps.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { releaseHold } from '#server/features/payments/holds/flows.ts'
import { noteUnpaid } from '#server/features/payments/attempts/flows.ts'
import { sendRefund } from '#server/features/refunds/flows.ts'
import { recordPayment } from './commands.ts'
import type { PaidAttempt } from './role.ts'

/**
 * Brings our records in line with one checkout session: the only way in which a booking becomes paid. Called by the
 * webhook, the return page and the reconcile job, in any order, at once and repeatedly; the truth is always read
 * from the provider, never taken from the caller. Sessions that are not ours are left alone.
 */
export async function fulfil(deps: Deps, sessionId: string): Promise<void> {
  const session = await deps.cards.getSession(sessionId)
  const attempt = await findAttemptOf(deps, session)
  if (!attempt || session.isLive !== deps.cards.isLive) return
  if (session.isExpired) return releaseHold(deps, attempt.id, 'expired')
  if (session.unpaid === 'failed') return releaseHold(deps, attempt.id, 'failed')
  if (session.unpaid === 'waiting') return noteUnpaid(deps, attempt)
  const { payment } = session
  if (!payment) return

  const refundId = await deps.db.transaction().execute((trx) => recordPayment(deps, trx, attempt, session.id, payment))
  if (refundId) await sendRefund(deps, refundId).catch(() => undefined)
}

async function findAttemptOf({ db }: Deps, session: CheckoutSession): Promise<PaidAttempt | undefined> {
  const columns = ['id', 'booking_id', 'amount_cents', 'currency'] as const
  const bySession = await db.selectFrom('payment_attempts').select(columns).where('session_id', '=', session.id).executeTakeFirst()
  if (bySession) return bySession
  const { attemptId } = session
  if (!attemptId || !isUuid(attemptId)) return undefined
  // We were stopped between the provider's response and our note of it.
  return db
    .updateTable('payment_attempts')
    .set({ session_id: session.id, session_url: session.url })
    .where('id', '=', attemptId)
    .where('session_id', 'is', null)
    .returning(columns)
    .executeTakeFirst()
}
