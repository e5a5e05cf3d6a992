import type { CheckoutSession } from '#server/lib/card-provider.ts'
import type { Deps } from '#server/lib/deps.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { releaseHold } from '#server/features/payments/holds/flows.ts'
import { noteUnpaid } from '#server/features/payments/attempts/flows.ts'
import { trySending } from '#server/features/refunds/flows.ts'
import { adoptSession } from '#server/features/payments/attempts/commands.ts'
import { findAttemptOfSession, type PaidAttempt } from '#server/features/payments/attempts/queries.ts'
import { recordPayment } from './commands.ts'

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
  if (refundId) await trySending(deps, refundId)
}

async function findAttemptOf({ db }: Deps, session: CheckoutSession): Promise<PaidAttempt | undefined> {
  const known = await findAttemptOfSession(db, session.id)
  if (known) return known
  const { attemptId } = session
  return attemptId && isUuid(attemptId) ? adoptSession(db, attemptId, session) : undefined
}
