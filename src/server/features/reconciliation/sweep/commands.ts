import { sql, type RawBuilder } from 'kysely'
import { reasonOf } from '#server/lib/card-errors.ts'
import type { Trx } from '#server/lib/db.ts'
import { nextTryAt } from '#server/lib/retries.ts'
import { openTask, settleTasks, type NewTask } from '#server/features/tasks/commands.ts'

const MINUTE_MS = 60_000

/** A kind of row that the reconcile job brings to its end. */
export interface Kind {
  table: 'provider_events' | 'payment_attempts' | 'refunds'
  /** For the log and the staff. */
  name: string
  longestPauseMs: number
  /** After so many failures in a row, which take about an hour, a person is told. */
  patience: number
  isOver: RawBuilder<boolean>
  /** What a row belongs to, as far as we know. */
  findLinks(trx: Trx, id: string): Promise<Pick<NewTask, 'bookingId' | 'paymentId' | 'refundId'>>
}

export const EVENTS: Kind = {
  table: 'provider_events',
  name: 'Event',
  longestPauseMs: 60 * MINUTE_MS,
  patience: 7,
  isOver: sql`processed_at is not null`,
  findLinks: async () => ({}),
}

export const ATTEMPTS: Kind = {
  table: 'payment_attempts',
  name: 'Payment attempt',
  // Somebody is waiting for it, and its seats are held.
  longestPauseMs: 5 * MINUTE_MS,
  patience: 14,
  isOver: sql`status not in ('creating', 'open')`,
  findLinks: async (trx, id) =>
    trx.selectFrom('payment_attempts').select('booking_id as bookingId').where('id', '=', id).executeTakeFirstOrThrow(),
}

export const REFUNDS: Kind = {
  table: 'refunds',
  name: 'Refund',
  longestPauseMs: 60 * MINUTE_MS,
  patience: 7,
  isOver: sql`state not in ('requested', 'pending')`,
  findLinks: async (trx, id) =>
    trx
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'payment_id')
      .select(['booking_id as bookingId', 'payments.id as paymentId', 'refunds.id as refundId'])
      .where('refunds.id', '=', id)
      .executeTakeFirstOrThrow(),
}

/** Notes that a row could not be brought to its end: the next try comes later each time, and one day a person is told, once. */
export async function noteFailedTry(trx: Trx, kind: Kind, id: string, error: unknown, now: Date): Promise<void> {
  const { tries } = await trx
    // The three tables have these columns in common.
    .updateTable(kind.table as 'refunds')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .returning('tries')
    .executeTakeFirstOrThrow()
  await trx
    .updateTable(kind.table as 'refunds')
    .set({ next_try_at: nextTryAt(tries, now, kind.longestPauseMs) })
    .where('id', '=', id)
    .execute()
  if (tries !== kind.patience) return
  const cause = `${kind.name} ${id} has failed ${tries} times in a row: ${reasonOf(error)}. It is tried again at least every ${kind.longestPauseMs / MINUTE_MS} minutes.`
  await openTask(trx, { kind: 'note', subject: subjectOf(kind, id), cause, ...(await kind.findLinks(trx, id)) }, now)
}

/** Notes that a row that had failed no longer does. */
export async function noteSuccess(trx: Trx, kind: Kind, id: string, now: Date): Promise<void> {
  await trx
    .updateTable(kind.table as 'refunds')
    .set({ tries: 0, next_try_at: now })
    .where('id', '=', id)
    .execute()
  await settleTasks(trx, ['note'], subjectOf(kind, id), 'It has succeeded since.', now)
}

/** Closes the tasks of these rows, which something else, such as an event sent again, has brought to their end. */
export async function settleEnded(trx: Trx, tasks: readonly { subject: string }[], now: Date): Promise<void> {
  for (const { subject } of tasks) await settleTasks(trx, ['note'], subject, 'It has ended since.', now)
}

/** Returns what the tasks of a row are about; of an empty id, how all those of its kind begin. */
export function subjectOf(kind: Kind, id: string): string {
  return `${kind.table} ${id}`
}
