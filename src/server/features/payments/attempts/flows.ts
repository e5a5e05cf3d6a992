import Stripe from 'stripe'
import { isUncertain } from '#server/lib/cards.ts'
import type { Deps } from '#server/lib/deps.ts'
import { fulfil } from '../fulfil.ts'
import { releaseHold } from './holds.ts'
import { openSession, type AttemptRow } from './commands.ts'

/**
 * Ends an attempt at the provider and then here. When the provider says that it has been paid after all, that counts:
 * the booking is confirmed, not cancelled (row 10). Throws when the provider cannot be asked: the seats stay
 * held, since the card page may still be open.
 */
export async function closeAttempt(deps: Deps, attemptId: string): Promise<void> {
  const attempt = await deps.db
    .selectFrom('payment_attempts')
    .select(['status', 'session_id', 'params'])
    .where('id', '=', attemptId)
    .executeTakeFirst()
  if (attempt?.status !== 'open' && attempt?.status !== 'creating') return
  const sessionId = attempt.session_id ?? (await findOrMakeSession(deps, attemptId, attempt.params))
  if (!sessionId) return releaseHold(deps.db, attemptId, 'failed', deps.now())
  try {
    await deps.cards.stripe().checkout.sessions.expire(sessionId)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    // Not open any more: paid or expired, which the session itself tells.
    return fulfil(deps, sessionId)
  }
  await releaseHold(deps.db, attemptId, 'expired', deps.now())
}

/**
 * A call that was interrupted is repeated: under the same key it tells which session there is. A definite refusal
 * means that there is none, since an earlier success would have been repeated instead.
 */
async function findOrMakeSession({ cards }: Deps, attemptId: string, params: unknown): Promise<string | undefined> {
  try {
    const session = await cards
      .stripe()
      .checkout.sessions.create(params as Stripe.Checkout.SessionCreateParams, { idempotencyKey: `checkout:${attemptId}` })
    return session.id
  } catch (error) {
    if (isUncertain(error)) throw error
    return undefined
  }
}

/** The address of an attempt's card page if it can still be paid; undefined when it turned out to be over. */
export async function reuse(deps: Deps, attempt: AttemptRow): Promise<string | undefined> {
  if (attempt.status === 'creating') return openSession(deps.db, deps.cards, attempt, deps.now())
  if (!attempt.session_id) return undefined
  // Read again: what we stored may have been paid or have ended since (payments 2.5).
  const session = await deps.cards.stripe().checkout.sessions.retrieve(attempt.session_id)
  if (session.status === 'open' && session.url) return session.url
  await closeAttempt(deps, attempt.id)
  return undefined
}
