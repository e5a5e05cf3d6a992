import { sql } from 'kysely'
import type { CardDispute } from '#server/lib/card-provider.ts'
import type { Database } from '#server/lib/db.ts'
import { TASK } from './commands.ts'

/** Returns whether we already know that the dispute has this state: its task is open, or a person has closed it. */
export async function isDisputeNoted(db: Database, { id, standing }: CardDispute): Promise<boolean> {
  const task = await db
    .selectFrom('tasks')
    .select('id')
    .where('kind', '=', TASK[standing].kind)
    .where('subject', '=', id)
    .executeTakeFirst()
  return task !== undefined
}

export interface DisputedPayment {
  id: string
  /** The provider's ids. */
  disputes: string[]
}

export async function listDisputedPayments(db: Database, limit: number, after?: DisputedPayment): Promise<DisputedPayment[]> {
  const behind = after ? sql`and id > ${after.id}::uuid` : sql``
  const { rows } = await sql<DisputedPayment>`
    select id, array(select distinct subject from tasks where payment_id = payments.id and kind = ${TASK.open.kind}) as disputes
    from payments where disputed_at is not null and dispute_lost_at is null ${behind} order by id limit ${limit}`.execute(db)
  return rows
}
