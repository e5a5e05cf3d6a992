import type { TaskKind } from '#shared/tasks.ts'
import type { Database, Trx } from '#server/lib/db.ts'

function tasks(db: Database) {
  return db
    .selectFrom('tasks')
    .leftJoin('bookings', 'bookings.id', 'tasks.booking_id')
    .leftJoin('payments', 'payments.id', 'tasks.payment_id')
    .leftJoin('users as person', (join) => join.on('person.id', '=', (eb) => eb.fn.coalesce('tasks.user_id', 'bookings.user_id')))
    .leftJoin('users as assignee', 'assignee.id', 'tasks.assigned_to')
    .leftJoin('users as closer', 'closer.id', 'tasks.closed_by')
    .selectAll('tasks')
    .select(['bookings.reference', 'payments.provider_payment_id', 'person.name as person_name', 'person.email as person_email'])
    .select(['assignee.email as assignee_email', 'closer.email as closer_email'])
}

export type TaskRow = Awaited<ReturnType<ReturnType<typeof tasks>['executeTakeFirstOrThrow']>>

/** Open tasks, the oldest first, at most `limit`; `after` continues behind the last one of the page before. */
export async function listOpenTasks(db: Database, limit: number, after?: Pick<TaskRow, 'opened_at' | 'id'>): Promise<TaskRow[]> {
  return tasks(db)
    .where('tasks.closed_at', 'is', null)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) => {
        const { opened_at, id } = after as TaskRow
        return eb(refTuple('tasks.opened_at', 'tasks.id'), '>', tuple(opened_at, id))
      }),
    )
    .orderBy('tasks.opened_at')
    .orderBy('tasks.id')
    .limit(limit)
    .execute()
}

/** A task that is named by its id or the beginning of it; undefined when none, or more than one, is. */
export async function findTask(db: Database, name: string): Promise<TaskRow | undefined> {
  if (!/^[\da-f-]{4,36}$/i.test(name)) return undefined
  const found = await tasks(db)
    .where((eb) => eb(eb.cast<string>('tasks.id', 'text'), 'like', `${name.toLowerCase()}%`))
    .limit(2)
    .execute()
  return found.length === 1 ? found[0] : undefined
}

/** The last task that was opened about a subject, whether it is open or closed. */
export async function findLatestTask(db: Database | Trx, kind: TaskKind, subject: string) {
  return db
    .selectFrom('tasks')
    .select(['id', 'closed_at'])
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .orderBy('opened_at', 'desc')
    .executeTakeFirst()
}

/** The first tasks of those that were announced at this moment, the oldest first. */
export async function listTasksAnnouncedAt(db: Database, at: Date, limit: number): Promise<TaskRow[]> {
  return tasks(db).where('announced_at', '=', at).orderBy('tasks.opened_at').orderBy('tasks.id').limit(limit).execute()
}

/** How many tasks have been opened since a moment, whether they are still open or not. */
export async function countTasksSince(db: Database, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('tasks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('opened_at', '>=', since)
    .executeTakeFirstOrThrow()
  return count
}
