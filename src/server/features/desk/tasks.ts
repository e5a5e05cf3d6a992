import type { FastifyBaseLogger } from 'fastify'
import { TOTAL_COUNT } from '#shared/list-pages.ts'
import { formatProviderMoney } from '#shared/money.ts'
import { causeText } from '#shared/tasks/causes.ts'
import { listTasks } from '#shared/tasks/staff-calls.ts'
import { TASK_KINDS, type StaffTask } from '#shared/tasks/staff.ts'
import { tasksOpenedMail } from '#server/emails/agency.ts'
import { findOwedAfterOutside } from '#server/features/cancellations/paid-bookings.ts'
import { isPosted, receiptSums } from '#server/features/ledger/booking-sums.ts'
import { isQuestion } from '#server/features/refunds/stuck.ts'
import { leftOf } from '#server/features/refunds/what-is-left.ts'
import { asTaskId, countOpenTasks, markAnnounced } from '#server/features/tasks/tasks.ts'
import type { Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { realAddress } from '#server/lib/email-addresses.ts'
import { notFound } from '#server/lib/errors.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import type { Serving } from '#server/lib/serve.ts'
import { isUuid } from '#server/lib/uuids.ts'

export function taskList({ flow }: Serving): void {
  flow(listTasks, async ({ deps, query: { limit, before }, reply }) => {
    const { db } = deps
    const last = before === undefined ? undefined : await findTask(db, asTaskId(before))
    if (before !== undefined && !last) throw notFound('Task')
    reply.header(TOTAL_COUNT, await countOpenTasks(db))
    const rows = await listOpenTasks(db, limit, last)
    return Promise.all(rows.map(async (row) => ({ ...toStaffTask(row), ...(await findOwed(deps, row)) })))
  })
}

async function findOwed(deps: Deps, { kind, booking_id: bookingId, booking_currency: currency }: TaskRow): Promise<{ owed?: string }> {
  if (kind !== 'external_refund' || bookingId === null) return {}
  const cents = await findOwedAfterOutside(deps, bookingId)
  return !cents ? {} : { owed: formatProviderMoney(cents, currency ?? '') }
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
      'payments.outside_reference',
      'person.id as person_id',
      'person.name as person_name',
      'person.email as person_email',
    ])
    .select(['assignee.email as assignee_email', 'assignee.name as assignee_name', 'closer.email as closer_email'])
    .select(['bookings.total_cents', 'bookings.currency as booking_currency'])
    .innerJoinLateral(receiptSums.as('sums'), (join) => join.onTrue())
    .select(['received_cents', 'returned_cents', 'lost_cents', 'payments.currency as paid_currency'])
    .select(isPosted().as('is_posted'))
    .select(['refunds.amount_cents as refund_cents', 'refunds.currency as refund_currency'])
    .select((eb) => eb('tasks.refund_id', 'is not', null).and(isQuestion).as('asks_which'))
}

export type TaskRow = Awaited<ReturnType<ReturnType<typeof tasks>['executeTakeFirstOrThrow']>>

/** Oldest first, continuing after `after`. */
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

function toStaffTask(row: TaskRow): StaffTask {
  const { total_cents, booking_currency, paid_currency, refund_cents, refund_currency } = row
  const text = (cents: number | null, currency: string | null) => formatProviderMoney(cents ?? 0, currency ?? '')
  const name = row.provider_payment_id ?? row.outside_reference
  return {
    id: row.id,
    kind: row.kind,
    cause: causeText(row),
    openedAt: row.opened_at.toISOString(),
    dueAt: row.due_at?.toISOString() ?? null,
    assignee: row.assigned_to === null ? null : { id: row.assigned_to, name: row.assignee_name ?? '' },
    person: row.person_id === null ? null : { id: row.person_id, name: row.person_name ?? '', email: realAddress(row.person_email ?? '') },
    booking:
      row.booking_id === null || row.reference === null
        ? null
        : { id: row.booking_id, reference: row.reference, total: text(total_cents, booking_currency) },
    payment: name !== null && row.is_posted ? { id: name, left: text(leftOf(row), paid_currency) } : null,
    refund: refund_cents === null ? null : { amount: text(refund_cents, refund_currency) },
    ...(row.asks_which && { asksWhich: true as const }),
  }
}

const ANY_ID = '00000000-0000-0000-0000-000000000000'
const SHORTEST_NAME = 4

/** Finds a task by its id or the beginning of it. Returns undefined if none or several match. */
export async function findTask(db: Database, name: string): Promise<TaskRow | undefined> {
  const completed = (digit: '0' | 'f') => name + ANY_ID.replaceAll('0', digit).slice(name.length)
  if (name.length < SHORTEST_NAME || !isUuid(completed('0'))) return undefined
  const found = await tasks(db).where('tasks.id', '>=', completed('0')).where('tasks.id', '<=', completed('f')).limit(2).execute()
  return found.length === 1 ? found[0] : undefined
}

/** Oldest first. */
async function listTasksAnnouncedAt(db: Database, at: Date, limit: number): Promise<TaskRow[]> {
  return tasks(db).where('announced_at', '=', at).orderBy('tasks.opened_at').orderBy('tasks.id').limit(limit).execute()
}

/** Maximum number of tasks named in one email; the rest are counted. */
const NAMED = 50

export function taskJobs(deps: Deps, log: FastifyBaseLogger): JobDefinition[] {
  return [{ name: 'tasks.announce', cron: '*/10 * * * *', run: async () => announceTasks(deps, log) }]
}

/** Logs an error per new task but sends a single email for all, even if an outage opens a thousand. */
export async function announceTasks({ db, queue, now }: Deps, log: FastifyBaseLogger): Promise<void> {
  const at = now()
  const { total, named } = await db.transaction().execute(async (trx) => {
    const told = await markAnnounced(trx, at)
    if (told === 0) return { total: 0, named: [] }
    const first = await listTasksAnnouncedAt(trx, at, NAMED)
    await queueMail(trx, queue, tasksOpenedMail(at, { tasks: first.map(toMailed), total: told }))
    return { total: told, named: first }
  })
  for (const task of named) log.error({ task: task.id, kind: task.kind, reference: task.reference }, `task: ${causeText(task)}`)
  if (total > named.length) log.error({ total }, 'more tasks have been opened: npm run tasks -- list')
}

function toMailed(task: TaskRow) {
  return { id: task.id, title: TASK_KINDS[task.kind], cause: causeText(task), reference: task.reference }
}
