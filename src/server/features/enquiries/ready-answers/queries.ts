import type { ReadyAnswer } from '#shared/enquiries/staff.ts'
import type { Database } from '#server/lib/db.ts'

const MAX_READY_ANSWERS = 200

export async function listReadyAnswers(db: Database): Promise<ReadyAnswer[]> {
  return db
    .selectFrom('ready_answers')
    .select(['id', 'name', 'body as text', 'version'])
    .orderBy((eb) => eb.fn('lower', ['name']))
    .limit(MAX_READY_ANSWERS)
    .execute()
}
