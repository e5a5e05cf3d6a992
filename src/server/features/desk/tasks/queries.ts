import { formatProviderMoney } from '#shared/money.ts'
import type { StaffTask } from '#shared/tasks/staff.ts'
import { causeText } from '#shared/tasks/causes.ts'
import type { Database } from '#server/lib/db.ts'
import { realAddress } from '#server/lib/email-addresses.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { isPosted, receiptSums } from '#server/features/ledger/queries.ts'
import { isQuestion, leftOf } from '#server/features/refunds/queries.ts'

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

export function toStaffTask(row: TaskRow): StaffTask {
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
export async function listTasksAnnouncedAt(db: Database, at: Date, limit: number): Promise<TaskRow[]> {
  return tasks(db).where('announced_at', '=', at).orderBy('tasks.opened_at').orderBy('tasks.id').limit(limit).execute()
}
