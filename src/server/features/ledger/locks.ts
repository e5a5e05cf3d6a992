import { sql } from 'kysely'
import type { DayFact } from '#shared/audit/facts.ts'
import { longDay, type Day } from '#shared/dates.ts'
import { isUnlocking, lastLockableDay, type LedgerLock, type LockBody } from '#shared/ledger/days.ts'
import { changeLedgerLock, getLedgerLock } from '#shared/ledger/staff-calls.ts'
import type { NamedActor } from '#server/lib/actors.ts'
import { errorCode, type Database, type Trx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Serving } from '#server/lib/serve.ts'
import { recordAudit } from '#server/features/audit/commands.ts'

interface AgencyClock {
  timeZone: string
  now: Date
}

export function lockCalls({ read, change }: Serving, { timeZone, now }: { timeZone: string; now: () => Date }): void {
  read(getLedgerLock, async ({ db }) => readLock(db, { timeZone, now: now() }))
  change(changeLedgerLock, async ({ trx, actor, body }) => {
    await changeLock(trx, actor, body, { timeZone, now: now() })
    return { message: 'Lock saved' }
  })
}

async function findLockedUntil(db: Database | Trx): Promise<Day | null> {
  const row = await db.selectFrom('ledger_lock').select('locked_until').executeTakeFirst()
  return row?.locked_until ?? null
}

async function readLock(db: Database, clock: AgencyClock): Promise<LedgerLock> {
  const change = await db
    .selectFrom('ledger_lock_changes')
    .innerJoin('users', 'users.id', 'changed_by')
    .select(['users.name', 'changed_at', 'reason'])
    .orderBy('changed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    lockedUntil: await findLockedUntil(db),
    changed: change ? { by: change.name, at: change.changed_at.toISOString(), reason: change.reason } : null,
    lockableUntil: await findLockableUntil(db, clock),
  }
}

/**
 * Returns the last day that can be locked: 48 hours over, and everything that is dated by its true day is posted up to it. Null while money from before the
 * ledger is still being posted.
 */
async function findLockableUntil(db: Database | Trx, { timeZone, now }: AgencyClock): Promise<Day | null> {
  const { replayed_at: replayedAt, travelled_until: travelled } = await db
    .selectFrom('ledger_progress')
    .select(['replayed_at', 'travelled_until'])
    .executeTakeFirstOrThrow()
  if (replayedAt === null || travelled === null) return null
  const last = lastLockableDay(timeZone, now)
  return travelled < last ? travelled : last
}

/**
 * Locks the ledger up to and including a day, or opens days again. Does nothing if that is so already. Throws 409 `lock_changed` if it
 * has changed since it was seen, and `not_lockable` for a day that is not 48 hours over or not wholly posted.
 */
async function changeLock(trx: Trx, actor: NamedActor, { until, seen, reason }: LockBody, clock: AgencyClock): Promise<void> {
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

/** Longer than postings take; until then others wait behind this. */
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
