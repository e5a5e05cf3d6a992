import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import type { AttemptRow, AttemptStep } from '#server/features/payments/attempts.ts'
import { refuseWhileUnpaid } from '#server/features/payments/holds.ts'
import { closeAttempt, openPageOrClose } from '../card-page/flows.ts'

/** What a decision comes to: an outcome, unless an attempt has to be dealt with at the provider first. */
export type Decision<Outcome> = { outcome: Outcome } | AttemptStep

type Decide<Decided> = (trx: Trx, ended: AttemptRow | undefined) => Promise<Decided>

const ROUNDS = 5

/**
 * Decides in a transaction, deals with the attempt that the decision names at the provider, outside of it, and decides
 * anew: until there is an outcome, or a page on which the attempt can be paid. `decide` is told which attempt the round
 * before has ended. Throws 409 `not_payable` while the money of an attempt is on its way, and 503 `unavailable` with `busy`
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
