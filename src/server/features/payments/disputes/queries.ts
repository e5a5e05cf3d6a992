import type { CardDispute } from '#server/lib/card-provider.ts'
import type { Database } from '#server/lib/db.ts'
import { TASK } from './commands.ts'

/** Returns whether we know that a dispute stands as it does: its task is open, or a person has closed it. */
export async function isDisputeNoted(db: Database, { id, standing }: CardDispute): Promise<boolean> {
  const task = await db
    .selectFrom('tasks')
    .select('id')
    .where('kind', '=', TASK[standing].kind)
    .where('subject', '=', id)
    .executeTakeFirst()
  return task !== undefined
}

/** Lists the disputes that are open in our books, by the provider's ids. */
export async function listOpenDisputes(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('tasks')
    .innerJoin('payments', 'payments.id', 'tasks.payment_id')
    .select('subject')
    .distinct()
    .where('kind', '=', TASK.open.kind)
    .where('disputed_at', 'is not', null)
    .where('dispute_lost_at', 'is', null)
    .execute()
  return rows.map(({ subject }) => subject)
}
