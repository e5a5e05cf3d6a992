import { formatProviderMoney } from '#shared/money.ts'
import { fulfil } from '#server/features/fulfilment/fulfil.ts'
import { findAttempt, noteOpened, renewAttempt, type AttemptRow, type AttemptStep } from '#server/features/payments/attempts.ts'
import { refuseWhileUnpaid, releaseHold } from '#server/features/payments/holds.ts'
import { openTask } from '#server/features/tasks/tasks.ts'
import {
  cardFailure,
  CardProviderError,
  isRefusal,
  type CardProvider,
  type CheckoutSession,
  type FrozenSession,
} from '#server/lib/card-provider.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'

/** The provider may forget an idempotency key after 24 hours; a call under it would then be a new request. */
const KEY_LIFE_MS = 23 * 60 * 60_000

/** How far the provider's clock may be behind ours. */
const CLOCK_SKEW_MS = 300_000

/** A session of less than the provider's 30 minutes is refused; two more for clocks that differ. */
const MIN_LIFE_MS = 32 * 60_000

type Obtained = { session: CheckoutSession } | { refusal: unknown }

/**
 * Opens the provider's session of an attempt, or finds the one that an earlier, interrupted call opened, because the provider answers the
 * same key in the same way. `refusal` means that there is none and won't be one. Throws when the outcome is unknown.
 */
async function obtainSession({ cards, now }: Deps, attempt: AttemptRow): Promise<Obtained> {
  if (now().getTime() - attempt.created_at.getTime() > KEY_LIFE_MS) {
    const session = await findSession(cards, attempt)
    return session ? { session } : { refusal: new CardProviderError('missing', 'No session was opened for this attempt.') }
  }
  try {
    return { session: await cards.openSession(attempt.id, attempt.params as FrozenSession) }
  } catch (error) {
    if (isRefusal(error)) return { refusal: error }
    if (cardFailure(error) !== 'server_error') throw error
    // Repeated for this key for ever, though the session may have been made before it.
    const session = await findSession(cards, attempt)
    return session ? { session } : { refusal: error }
  }
}

async function findSession(cards: CardProvider, attempt: AttemptRow): Promise<CheckoutSession | undefined> {
  const createdFrom = new Date(attempt.created_at.getTime() - CLOCK_SKEW_MS)
  for await (const session of cards.listSessions({ createdFrom })) {
    if (session.attemptId === attempt.id) return session
  }
  return undefined
}

/**
 * Opens the card page of an attempt and returns its address. A definite refusal frees the hold; when the outcome is unknown the
 * attempt stays, and the reconcile job asks again. Undefined when the attempt has just been closed, so that its page can
 * no longer be paid.
 */
export async function openPage(deps: Deps, attempt: AttemptRow): Promise<string | undefined> {
  const obtained = await obtainSession(deps, attempt)
  if ('refusal' in obtained) {
    const renewed = await renew(deps, attempt, obtained.refusal)
    if (renewed) return openPage(deps, renewed)
    await releaseHold(deps, attempt.id, 'failed')
    throw obtained.refusal
  }
  const { session } = obtained
  if (session.amountCents !== attempt.amount_cents || session.currency !== attempt.currency) {
    await deps.cards.expireSession(session.id)
    await releaseHold(deps, attempt.id, 'failed')
    await reportWrongPrice(deps, attempt, session)
    throw new AppError(
      'payment_unavailable',
      'The card provider’s price doesn’t match ours. You haven’t been charged, and we’ve been notified.',
    )
  }
  if (!(await noteOpened(deps.db, attempt.id, session))) return undefined
  if (!session.url) throw new AppError('payment_unavailable', 'The card page for this payment has closed. Please try again in a moment.')
  return session.url
}

/**
 * Puts off, once, the frozen end of an attempt that the provider has refused because it had come too near. Nothing has
 * been opened under the first key, or the provider would have answered with that; nor can it still be. Undefined when
 * the end is not the reason.
 */
async function renew({ db, cards, config, now }: Deps, attempt: AttemptRow, refusal: unknown): Promise<AttemptRow | undefined> {
  const lifeMs = attempt.expires_at.getTime() - now().getTime()
  if (cardFailure(refusal) !== 'refused' || lifeMs > MIN_LIFE_MS || lifeMs <= 0) return undefined
  const expiresAt = new Date(now().getTime() + config.HOLD_MINUTES * 60_000)
  const params = cards.renewSession(attempt.id, attempt.params as FrozenSession, expiresAt)
  return params && renewAttempt(db, attempt, { params, expiresAt })
}

/** Staff must know: until the price is right, the tour cannot be booked. One open task for each tour. */
async function reportWrongPrice({ db, now }: Deps, attempt: AttemptRow, session: CheckoutSession): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const tour = await trx.selectFrom('tour_bookings').select('tour_id').where('booking_id', '=', attempt.booking_id).executeTakeFirst()
    const subject = `price ${tour?.tour_id ?? attempt.booking_id}`
    const asked = formatProviderMoney(session.amountCents ?? 0, session.currency ?? attempt.currency)
    const agreed = formatProviderMoney(attempt.amount_cents, attempt.currency)
    const cause = `The card provider asked for ${asked} instead of ${agreed} (${subject}). The page was closed and nothing was charged, but this can’t be booked until the price is corrected.`
    await openTask(trx, { kind: 'note', subject, cause, bookingId: attempt.booking_id }, now())
  })
}

/** Returns the address of an attempt's card page, opening it if need be; closes an attempt that turns out to be over, and returns undefined. */
export async function openPageOrClose(deps: Deps, attempt: AttemptRow): Promise<string | undefined> {
  if (attempt.status === 'creating') return openPage(deps, attempt)
  if (!attempt.session_id) return undefined
  // Read again: what we stored may have been paid or have ended since.
  const session = await deps.cards.getSession(attempt.session_id)
  if (session.isOpen && session.url) return session.url
  await closeAttempt(deps, attempt.id)
  return undefined
}

/**
 * Ends an attempt at the provider and then here. When the provider says that it has been paid after all, that counts: the booking is
 * confirmed, not cancelled. Throws when the provider cannot be asked: the seats stay held, since the card page may still be open.
 */
export async function closeAttempt(deps: Deps, attemptId: string): Promise<void> {
  const attempt = await findAttempt(deps.db, attemptId)
  if (attempt?.status !== 'open' && attempt?.status !== 'creating') return
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

/** What a decision comes to: an outcome, unless an attempt has to be dealt with at the provider first. */
export type Decision<Outcome> = { outcome: Outcome } | AttemptStep

type Decide<Decided> = (trx: Trx, ended: AttemptRow | undefined) => Promise<Decided>

const ROUNDS = 5

/**
 * Decides in a transaction, deals outside of it with the attempt that the decision names, and decides again until there is an outcome, or a
 * page on which the attempt can be paid. `decide` gets the attempt that the round before ended. Throws 409 `not_payable` while the money of an attempt is on its way, and 503 `unavailable` with `busy`
 * when others are at the same attempts all the time.
 */
export async function untilDecided<Outcome>(
  deps: Deps,
  busy: string,
  decide: Decide<Decision<Outcome>>,
): Promise<Outcome | { url: string }> {
  return inRounds<Outcome | { url: string }>(deps, busy, async (ended) => {
    const decision = await deps.db.transaction().execute((trx) => decide(trx, ended))
    return 'outcome' in decision ? { done: decision.outcome } : takeStep(deps, decision)
  })
}

type Round<Done> = { done: Done } | { ended: AttemptRow }

async function inRounds<Done>({ db }: Deps, busy: string, round: (ended: AttemptRow | undefined) => Promise<Round<Done>>): Promise<Done> {
  let ended: AttemptRow | undefined
  for (let count = 0; count < ROUNDS; count++) {
    const result = await round(ended)
    if ('done' in result) return result.done
    ended = result.ended
    await refuseWhileUnpaid(db, ended.id)
  }
  throw new AppError('unavailable', busy)
}

async function takeStep(deps: Deps, step: AttemptStep): Promise<Round<{ url: string }>> {
  if ('close' in step) {
    await closeAttempt(deps, step.close.id)
    return { ended: step.close }
  }
  const url = await openPageOrClose(deps, step.pay)
  return url ? { done: { url } } : { ended: step.pay }
}
