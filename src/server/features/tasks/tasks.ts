import { randomUUID } from 'node:crypto'
import type { Permission } from '#shared/accounts/permissions.ts'
import type { Advice, Seats } from '#shared/tasks/causes.ts'
import * as calls from '#shared/tasks/staff-calls.ts'
import { permissionToClose, type TaskKind } from '#shared/tasks/staff.ts'
import { lockActor, type NamedActor } from '#server/lib/actors.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import type { Feature } from '#server/lib/feature.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { recordAudit } from '#server/features/audit/commands.ts'

/** Injected: what the accounts and bookings features, which depend on tasks, know. */
interface Others {
  findStaffId(db: Database, email: string): Promise<string | undefined>
  refuseOwnBooking: RefuseOwnBooking
}

export function tasks({ findStaffId, refuseOwnBooking }: Others): Feature {
  return {
    calls({ change, flow }) {
      change(calls.assignTask, async ({ trx, actor, params, body: { email, seenAssigneeId } }) => {
        const to = email === undefined ? actor.accountId : email === null ? null : await findStaffId(trx, email)
        if (to === undefined) {
          const message = 'No staff member has this email address.'
          throw new AppError('validation_failed', message, { issues: [{ path: 'email', message }] })
        }
        await assignTask(trx, actor, asTaskId(params.id), to, seenAssigneeId)
        return { message: 'Task assigned' }
      })
      // Which permission has to be locked depends on the task, so this opens the transaction itself.
      flow(calls.closeTask, async ({ deps: { db, now }, actor, params, body: { outcome } }) => {
        const note = { taskId: asTaskId(params.id), outcome, now: now() }
        await db.transaction().execute(async (trx) => closeByNote(trx, actor, note, refuseOwnBooking))
        return { message: 'Task closed' }
      })
    },
  }
}

export interface NewTask {
  kind: TaskKind
  /** Identifies the problem, such as a refund's id: only one task per kind and subject can be open. */
  subject: string
  /** Read by staff, followed by advice and seats. Contains ids and amounts, never names or addresses. */
  cause: string
  advice?: Advice
  seats?: Seats
  bookingId?: string | null
  paymentId?: string | null
  refundId?: string | null
  userId?: string | null
  dueAt?: Date | null
  /** By how much books differ, as their comparison tells one difference from another. */
  difference?: string
}

/** Opens a task in the same transaction as its cause, so that neither exists alone. */
export async function openTask(trx: Trx, task: NewTask, now: Date): Promise<void> {
  await trx
    .insertInto('tasks')
    .values({
      id: randomUUID(),
      kind: task.kind,
      subject: task.subject,
      cause: task.cause,
      advice: task.advice ?? null,
      seats: task.seats ?? null,
      booking_id: task.bookingId ?? null,
      payment_id: task.paymentId ?? null,
      refund_id: task.refundId ?? null,
      user_id: task.userId ?? null,
      due_at: task.dueAt ?? null,
      difference: task.difference ?? null,
      opened_at: now,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).where('closed_at', 'is', null).doNothing())
    .execute()
}

/** Never reopens a task that a person has closed. */
export async function openTaskOnce(trx: Trx, task: NewTask, now: Date): Promise<void> {
  if (!(await findLatestTask(trx, task.kind, task.subject))) await openTask(trx, task, now)
}

/** Closes the tasks of a problem that has resolved itself, such as a refund that went through after all. */
export async function settleTasks(trx: Trx, kinds: TaskKind[], subject: string, outcome: string, now: Date): Promise<void> {
  await trx
    .updateTable('tasks')
    .set({ closed_at: now, outcome })
    .where('kind', 'in', kinds)
    .where('subject', '=', subject)
    .where('closed_at', 'is', null)
    .execute()
}

/** Allows the same difference to be reported again, since another one has come in between. */
export async function forgetDifference(trx: Trx, taskId: string): Promise<void> {
  await trx.updateTable('tasks').set({ difference: null }).where('id', '=', taskId).execute()
}

/** Notes on the open tasks about a booking's payment that its seats are no longer held. */
export async function noteSeatsReleased(trx: Trx, bookingId: string): Promise<void> {
  await trx
    .updateTable('tasks')
    .set({ seats: 'released' })
    .where('kind', '=', 'wrong_payment')
    .where('seats', '=', 'held')
    .where('booking_id', '=', bookingId)
    .where('closed_at', 'is', null)
    .execute()
}

/**
 * `staffId` is null to unassign the task. `seenAssigneeId` is the assignee the caller last saw, if any. Throws 404, 409 `task_closed`, and
 * 409 `task_assigned` if it has been reassigned since.
 */
export async function assignTask(
  trx: Trx,
  actor: NamedActor,
  taskId: string,
  staffId: string | null,
  seenAssigneeId?: string | null,
): Promise<void> {
  const task = await lockOpenTask(trx, taskId)
  const { assigned_to: holderId } = task
  if (seenAssigneeId !== undefined && holderId !== seenAssigneeId && holderId !== staffId) {
    const holder = await trx.selectFrom('users').select('name').where('id', '=', holderId).executeTakeFirst()
    throw new AppError('task_assigned', `This task is now ${holder ? `assigned to ${holder.name}` : 'unassigned'}.`)
  }
  await trx.updateTable('tasks').set({ assigned_to: staffId }).where('id', '=', taskId).execute()
  await recordAudit(trx, {
    actor,
    action: 'task.assigned',
    subject: { kind: 'task', id: taskId },
    before: { assigneeId: task.assigned_to },
    after: { assigneeId: staffId },
  })
}

/** Throws 403 `own_booking` if the booking is the actor's own. */
export type RefuseOwnBooking = (trx: Trx, actor: NamedActor, bookingId: string, permission: Permission) => Promise<void>

/**
 * Throws 403 if the role lacks the permission for the task's kind, or if it leaves money of the actor's own booking in
 * doubt, 404, 409 `task_closed`, and 409 `task_undecided` if the task needs a decision about money.
 */
export async function closeByNote(
  trx: Trx,
  actor: NamedActor,
  { taskId, outcome, now }: { taskId: string; outcome: string; now: Date },
  refuseOwnBooking: RefuseOwnBooking,
): Promise<void> {
  const task = await trx.selectFrom('tasks').select(['kind', 'booking_id']).where('id', '=', taskId).executeTakeFirst()
  if (!task) throw notFound('Task')
  const permission = permissionToClose(task.kind)
  await lockActor(trx, actor, permission ?? 'tasks.close')
  if (!permission) throw new AppError('task_undecided', 'A note can’t close this task: someone must make the payment decision.')
  if (permission === 'tasks.closeDoubt' && task.booking_id) await refuseOwnBooking(trx, actor, task.booking_id, permission)
  await closeTask(trx, actor, taskId, outcome, now)
}

/** Throws 404, and 409 `task_closed` saying who closed it and how. */
export async function closeTask(trx: Trx, actor: NamedActor, taskId: string, outcome: string, now: Date): Promise<void> {
  await lockOpenTask(trx, taskId)
  await trx.updateTable('tasks').set({ closed_at: now, closed_by: actor.accountId, outcome }).where('id', '=', taskId).execute()
  await recordAudit(trx, {
    actor,
    action: 'task.closed',
    subject: { kind: 'task', id: taskId },
    before: { status: 'open' },
    after: { status: 'closed' },
  })
}

/** Throws the same errors as `closeTask`. */
export async function lockOpenTask(trx: Trx, taskId: string) {
  const task = await trx
    .selectFrom('tasks')
    .select(['closed_at', 'closed_by', 'outcome', 'assigned_to'])
    .where('id', '=', taskId)
    .forUpdate()
    .executeTakeFirst()
  if (!task) throw notFound('Task')
  if (!task.closed_at) return task
  const closer = await trx.selectFrom('users').select('name').where('id', '=', task.closed_by).executeTakeFirst()
  throw new AppError(
    'task_closed',
    `${closer ? `${closer.name} has closed this task` : 'This task has been closed'} already: ${task.outcome}`,
  )
}

/** Returns their number. Of two concurrent processes only one gets them. */
export async function markAnnounced(trx: Trx, at: Date): Promise<number> {
  const told = await trx
    .updateTable('tasks')
    .set({ announced_at: at })
    .where('announced_at', 'is', null)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return Number(told.numUpdatedRows)
}

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
