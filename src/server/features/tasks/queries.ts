import { formatProviderMoney } from '#shared/money.ts'
import type { StaffTask, TaskKind } from '#shared/tasks.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { realAddress } from '#server/lib/email-addresses.ts'
import { notFound } from '#server/lib/errors.ts'
import { isUuid } from '#server/lib/uuids.ts'

/** Throws 404 for an id that the database could not compare. */
export function asTaskId(id: string): string {
  if (!isUuid(id)) throw notFound('Task')
  return id
}

function tasks(db: Database) {
  return db
    .selectFrom('tasks')
    .leftJoin('bookings', 'bookings.id', 'tasks.booking_id')
    .leftJoin('refunds', 'refunds.id', 'tasks.refund_id')
    .leftJoin('payments', 'payments.id', 'tasks.payment_id')
    .leftJoin('users as person', (join) => join.on('person.id', '=', (eb) => eb.fn.coalesce('tasks.user_id', 'bookings.user_id')))
    .leftJoin('users as assignee', 'assignee.id', 'tasks.assigned_to')
    .leftJoin('users as closer', 'closer.id', 'tasks.closed_by')
    .selectAll('tasks')
    .select([
      'bookings.reference',
      'payments.provider_payment_id',
      'person.id as person_id',
      'person.name as person_name',
      'person.email as person_email',
    ])
    .select(['assignee.email as assignee_email', 'assignee.name as assignee_name', 'closer.email as closer_email'])
    .select(['bookings.total_cents', 'bookings.currency as booking_currency'])
    .select(['payments.amount_cents as paid_cents', 'payments.refund_requested_cents', 'payments.currency as paid_currency'])
    .select(['refunds.amount_cents as refund_cents', 'refunds.currency as refund_currency'])
}

export type TaskRow = Awaited<ReturnType<ReturnType<typeof tasks>['executeTakeFirstOrThrow']>>

/** Oldest first; `after` is the last task of the previous page. */
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

export async function countOpenTasks(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('tasks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export function toStaffTask(row: TaskRow): StaffTask {
  const { total_cents, booking_currency, paid_cents, refund_requested_cents, paid_currency, refund_cents, refund_currency } = row
  const text = (cents: number | null, currency: string | null) => formatProviderMoney(cents ?? 0, currency ?? '')
  const hasPayment = row.provider_payment_id !== null && paid_cents !== null
  return {
    id: row.id,
    kind: row.kind,
    cause: row.cause,
    openedAt: row.opened_at.toISOString(),
    dueAt: row.due_at?.toISOString() ?? null,
    assignee: row.assigned_to === null ? null : { id: row.assigned_to, name: row.assignee_name ?? '' },
    person: row.person_id === null ? null : { id: row.person_id, name: row.person_name ?? '', email: realAddress(row.person_email ?? '') },
    booking:
      row.booking_id === null || row.reference === null
        ? null
        : { id: row.booking_id, reference: row.reference, total: text(total_cents, booking_currency) },
    payment: hasPayment
      ? { id: row.provider_payment_id ?? '', left: text(paid_cents - (refund_requested_cents ?? 0), paid_currency) }
      : null,
    refund: refund_cents === null ? null : { amount: text(refund_cents, refund_currency) },
  }
}

const ANY_ID = '00000000-0000-0000-0000-000000000000'
const SHORTEST_NAME = 4

/** Finds a task by its id or an unambiguous beginning of it. */
export async function findTask(db: Database, name: string): Promise<TaskRow | undefined> {
  const completed = (digit: '0' | 'f') => name + ANY_ID.replaceAll('0', digit).slice(name.length)
  if (name.length < SHORTEST_NAME || !isUuid(completed('0'))) return undefined
  const found = await tasks(db).where('tasks.id', '>=', completed('0')).where('tasks.id', '<=', completed('f')).limit(2).execute()
  return found.length === 1 ? found[0] : undefined
}

/** Returns the latest task about a subject, open or closed. */
export async function findLatestTask(db: Database | Trx, kind: TaskKind, subject: string) {
  return db
    .selectFrom('tasks')
    .select(['id', 'closed_at'])
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .orderBy('opened_at', 'desc')
    .executeTakeFirst()
}

export interface OpenSubject {
  /** The task's id. */
  id: string
  subject: string
}

/** Lists open subjects with this prefix, in their own order, after the previous page's last one. */
export async function listOpenSubjects(
  db: Database,
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

/** Lists the tasks announced at this moment, oldest first. */
export async function listTasksAnnouncedAt(db: Database, at: Date, limit: number): Promise<TaskRow[]> {
  return tasks(db).where('announced_at', '=', at).orderBy('tasks.opened_at').orderBy('tasks.id').limit(limit).execute()
}

/** Counts both open and closed tasks. */
export async function countTasksSince(db: Database, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('tasks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('opened_at', '>=', since)
    .executeTakeFirstOrThrow()
  return count
}
