import { cardFailure } from '#server/lib/card-errors.ts'
import type { Deps } from '#server/lib/deps.ts'
import { findAttempt, type AttemptRow } from '#server/features/payments/attempts/queries.ts'
import { fulfil } from '#server/features/fulfilment/flows.ts'
import { releaseHold } from '#server/features/payments/holds/flows.ts'
import { obtainSession } from '../opening/flows.ts'

/**
 * Ends an attempt at the provider and then here. When the provider says that it has been paid after all, that counts:
 * the booking is confirmed, not cancelled (row 10). Throws when the provider cannot be asked: the seats stay
 * held, since the card page may still be open.
 */
export async function closeAttempt(deps: Deps, attemptId: string): Promise<void> {
  const attempt = await findAttempt(deps.db, attemptId)
  if (attempt?.status !== 'open' && attempt?.status !== 'creating') return
  await endAttempt(deps, attempt)
}

/** Ends the session of an attempt, whether we have closed it or not, and takes over how it ended. Throws as `closeAttempt`. */
export async function endAttempt(deps: Deps, attempt: AttemptRow): Promise<void> {
  const sessionId = attempt.session_id ?? (await obtainSessionId(deps, attempt))
  if (!sessionId) return releaseHold(deps, attempt.id, 'failed')
  try {
    await deps.cards.expireSession(sessionId)
  } catch (error) {
    if (cardFailure(error) !== 'not_open') throw error
    // Paid, expired or still to be paid, which the session itself tells.
    return fulfil(deps, sessionId)
  }
  await releaseHold(deps, attempt.id, 'expired')
}

async function obtainSessionId(deps: Deps, attempt: AttemptRow): Promise<string | undefined> {
  const obtained = await obtainSession(deps, attempt)
  return 'session' in obtained ? obtained.session.id : undefined
}
