import { sql } from 'kysely'
import type { DayFact } from '#shared/audit/facts.ts'
import { longDay, type Day } from '#shared/dates.ts'
import { isUnlocking, type LockBody } from '#shared/ledger/days.ts'
import { errorCode, type Trx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { type NamedActor } from '#server/lib/actors.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { findLockableUntil, findLockedUntil, type AgencyClock } from './queries.ts'

/**
 * Locks the ledger up to and including a day, or opens days again. Does nothing if it is locked so already. Throws 409 `lock_changed` if it is no longer as
 * it was seen, and `not_lockable` for a day that is not 48 hours over or not wholly posted.
 */
export async function changeLock(trx: Trx, actor: NamedActor, { until, seen, reason }: LockBody, clock: AgencyClock): Promise<void> {
  await holdPostings(trx)
  const current = await findLockedUntil(trx)
  if (current === until) return
  if (current !== seen) throw new AppError('lock_changed', 'Someone else has just changed the lock. Please check again.')
  const isOpening = isUnlocking(current, until)
  if (!isOpening && until !== null) await requireLockable(trx, until, clock)
  await trx.updateTable('ledger_lock').set({ locked_until: until }).execute()
  const change = await trx
    .insertInto('ledger_lock_changes')
    .values({ was_locked_until: current, locked_until: until, changed_by: actor.accountId, changed_at: clock.now, reason: reason || null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordAudit(trx, {
    actor,
    action: isOpening ? 'days.unlocked' : 'days.locked',
    subject: { kind: 'ledger_lock', id: change.id },
    before: lockFacts(current),
    after: lockFacts(until),
  })
}

const lockFacts = (until: Day | null) => ({ lockedUntil: (until ?? 'none') as DayFact | 'none' })

/** Longer than postings take; meanwhile others wait behind this. */
const PATIENCE = sql`set local lock_timeout = '3s'`

/** Waits for all that is being posted, and lets nothing be posted before this transaction ends (keep_days_locked in the database). */
async function holdPostings(trx: Trx): Promise<void> {
  await PATIENCE.execute(trx)
  try {
    await sql`select pg_advisory_xact_lock(hashtext('meridian-ledger-lock'))`.execute(trx)
  } catch (error) {
    if (errorCode(error) !== '55P03') throw error
    throw new AppError('unavailable', 'Entries are being posted right now. Please try again in a moment.')
  }
}

async function requireLockable(trx: Trx, until: Day, clock: AgencyClock): Promise<void> {
  const last = await findLockableUntil(trx, clock)
  if (last === null) throw new AppError('not_lockable', 'Payments from before the ledger are still being posted. Please try again later.')
  if (until > last)
    throw new AppError(
      'not_lockable',
      `You can currently lock up to ${longDay(last)}: days can be locked 48 hours after they end, once posted.`,
    )
}
