import { lastLockableDay, type LedgerLock } from '#shared/ledger/days.ts'
import type { Day } from '#shared/dates.ts'
import type { Database, Trx } from '#server/lib/db.ts'

export interface AgencyClock {
  timeZone: string
  now: Date
}

export async function findLockedUntil(db: Database | Trx): Promise<Day | null> {
  const row = await db.selectFrom('ledger_lock').select('locked_until').executeTakeFirst()
  return row?.locked_until ?? null
}

export async function readLock(db: Database, clock: AgencyClock): Promise<LedgerLock> {
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
 * Returns the last day that can be locked: 48 hours over, and everything that is dated by its true day is posted up to it. Null while money of before the
 * ledger is still being posted.
 */
export async function findLockableUntil(db: Database | Trx, { timeZone, now }: AgencyClock): Promise<Day | null> {
  const { replayed_at: replayedAt, travelled_until: travelled } = await db
    .selectFrom('ledger_progress')
    .select(['replayed_at', 'travelled_until'])
    .executeTakeFirstOrThrow()
  if (replayedAt === null || travelled === null) return null
  const last = lastLockableDay(timeZone, now)
  return travelled < last ? travelled : last
}
