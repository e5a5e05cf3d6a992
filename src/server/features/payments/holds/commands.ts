import type { Trx } from '#server/lib/db.ts'
import { settleTasks } from '#server/features/tasks/tasks.ts'

/** Call once the provider has reported how the session ended. The booking must be locked. */
export async function settleDoubt(trx: Trx, attemptId: string, outcome: string, now: Date): Promise<void> {
  await trx.updateTable('payment_attempts').set({ recheck_at: null }).where('id', '=', attemptId).execute()
  await settleTasks(trx, ['blind_close', 'unpaid_session'], attemptId, outcome, now)
}
