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
