import { cardFailure } from '#server/lib/card-errors.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { fulfil } from '../fulfilment/flows.ts'
import { releaseHold } from './holds.ts'
import { obtainSession, openPage } from './opening.ts'
import { findAttempt, type AttemptRow } from './queries.ts'
import { refuseWhileUnpaid } from './unpaid.ts'

/** What a decision comes to: an outcome, an attempt to be paid on, or one that stands in the way. */
export type Decision<T> = { outcome: T } | { pay: AttemptRow } | { close: AttemptRow }

const ROUNDS = 5

/**
 * Decides in a transaction, deals with the attempt that the decision names at the provider, outside of it, and decides
 * anew: until there is an outcome, or a page on which the attempt can be paid. `decide` is told which attempt the round
 * before has ended. Throws 409 `not_payable` while the money of an attempt is on its way, and 503 `unavailable` with `busy`
 * when others are at the same attempts all the time.
 */
export async function untilDecided<T>(
  deps: Deps,
  busy: string,
  decide: (trx: Trx, ended: AttemptRow | undefined) => Promise<Decision<T>>,
): Promise<T | { url: string }> {
  let ended: AttemptRow | undefined
  for (let round = 0; round < ROUNDS; round++) {
    const decision = await deps.db.transaction().execute((trx) => decide(trx, ended))
    if ('outcome' in decision) return decision.outcome
    if ('pay' in decision) {
      const url = await findPage(deps, decision.pay)
      if (url) return { url }
      ended = decision.pay
    } else {
      await closeAttempt(deps, decision.close.id)
      ended = decision.close
    }
    await refuseWhileUnpaid(deps.db, ended.id)
  }
  throw new AppError('unavailable', busy)
}

/** The address of an attempt's card page if it can still be paid; undefined when it turned out to be over. */
export async function findPage(deps: Deps, attempt: AttemptRow): Promise<string | undefined> {
  if (attempt.status === 'creating') return openPage(deps, attempt)
  if (!attempt.session_id) return undefined
  // Read again: what we stored may have been paid or have ended since (payments 2.5).
  const session = await deps.cards.getSession(attempt.session_id)
  if (session.isOpen && session.url) return session.url
  await closeAttempt(deps, attempt.id)
  return undefined
}

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
