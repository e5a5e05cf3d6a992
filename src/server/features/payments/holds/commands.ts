import type { Database, Trx } from '#server/lib/db.ts'
import { settleTasks } from '#server/features/tasks/commands.ts'

const MINUTE_MS = 60_000
const LONGEST_PAUSE_MS = 6 * 60 * MINUTE_MS

/** The pause grows: half the time since the outcome became unknown. */
export function nextRecheck(since: Date, now: Date): Date {
  const pause = Math.max(MINUTE_MS, (now.getTime() - since.getTime()) / 2)
  return new Date(now.getTime() + Math.min(pause, LONGEST_PAUSE_MS))
}

/** Call once the provider has reported how the session ended. The booking must be locked. */
export async function settleDoubt(trx: Trx, attemptId: string, outcome: string, now: Date): Promise<void> {
  await giveUpRechecks(trx, attemptId)
  await settleTasks(trx, ['blind_close', 'unpaid_session'], attemptId, outcome, now)
}

/** Returns whether the attempt was closed without the provider's confirmation and is still being rechecked. */
export async function isInDoubt(trx: Trx, attemptId: string): Promise<boolean> {
  const attempt = trx.selectFrom('payment_attempts').select('id').where('id', '=', attemptId).where('recheck_at', 'is not', null)
  return (await attempt.executeTakeFirst()) !== undefined
}

export async function postponeRecheck(db: Database, attemptId: string, since: Date, now: Date): Promise<void> {
  await db
    .updateTable('payment_attempts')
    .set({ recheck_at: nextRecheck(since, now) })
    .where('id', '=', attemptId)
    .where('recheck_at', 'is not', null)
    .execute()
}

export async function giveUpRechecks(trx: Trx, attemptId: string): Promise<void> {
  await trx.updateTable('payment_attempts').set({ recheck_at: null }).where('id', '=', attemptId).execute()
}
