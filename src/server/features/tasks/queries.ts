import type { TaskKind } from '#shared/tasks/staff.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { notFound } from '#server/lib/errors.ts'
import { isUuid } from '#server/lib/uuids.ts'

/** Throws 404 for an id that is not a UUID, which the database would reject. */
export function asTaskId(id: string): string {
  if (!isUuid(id)) throw notFound('Task')
  return id
}

export async function countOpenTasks(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('tasks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** The task may be open or closed. */
export async function findLatestTask(db: Database | Trx, kind: TaskKind, subject: string) {
  return db
    .selectFrom('tasks')
    .select(['id', 'closed_at', 'difference'])
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .orderBy('opened_at', 'desc')
    .executeTakeFirst()
}

export interface OpenSubject {
  /** Id of the task. */
  id: string
  subject: string
}

/** Sorted by subject, continuing after `after`. */
export async function listOpenSubjects(
  db: Database | Trx,
  { kind, prefix = '' }: { kind: TaskKind; prefix?: string },
  limit: number,
  after?: OpenSubject,
): Promise<OpenSubject[]> {
  return db
    .selectFrom('tasks')
    .select(['id', 'subject'])
    .where('kind', '=', kind)
    .where('closed_at', 'is', null)
    .$if(prefix !== '', (query) => query.where('subject', 'like', `${prefix}%`))
    .$if(after !== undefined, (query) => query.where('subject', '>', after?.subject ?? ''))
    .orderBy('subject')
    .limit(limit)
    .execute()
}

/** In order of opening. Includes tasks that have been closed since. */
export async function listTasksSince(db: Database, since: Date): Promise<{ kind: TaskKind; cause: string }[]> {
  return db.selectFrom('tasks').select(['kind', 'cause']).where('opened_at', '>=', since).orderBy('opened_at').orderBy('id').execute()
}

export async function countTasksSince(db: Database, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('tasks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('opened_at', '>=', since)
    .executeTakeFirstOrThrow()
  return count
}
