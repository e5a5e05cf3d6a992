import { reasonOf } from '#server/lib/card-errors.ts'
import type { Trx } from '#server/lib/db.ts'
import { nextTryAt, type Tries } from '#server/lib/retries.ts'
import { openTask, settleTasks, type NewTask } from '#server/features/tasks/tasks.ts'
import { attemptTries } from '#server/features/payments/attempts/commands.ts'
import { findAttemptLinks } from '#server/features/payments/attempts/queries.ts'
import { refundTries } from '#server/features/refunds/commands.ts'
import { findRefundLinks } from '#server/features/refunds/queries.ts'
import { eventTries } from '../events/commands.ts'

const MINUTE_MS = 60_000

export interface Kind {
  /** Prefix of the subject of its tasks. */
  prefix: string
  name: string
  longestPauseMs: number
  /** Number of consecutive failures, about an hour's worth, before a task is opened. */
  patience: number
  tries: Tries
  findLinks(trx: Trx, id: string): Promise<Pick<NewTask, 'bookingId' | 'paymentId' | 'refundId'>>
}

export const EVENTS: Kind = {
  prefix: 'provider_events',
  name: 'Event',
  longestPauseMs: 60 * MINUTE_MS,
  patience: 7,
  tries: eventTries,
  findLinks: async () => ({}),
}

export const ATTEMPTS: Kind = {
  prefix: 'payment_attempts',
  name: 'Payment attempt',
  // A customer is waiting for it, and its seats are held.
  longestPauseMs: 5 * MINUTE_MS,
  patience: 14,
  tries: attemptTries,
  findLinks: findAttemptLinks,
}

export const REFUNDS: Kind = {
  prefix: 'refunds',
  name: 'Refund',
  longestPauseMs: 60 * MINUTE_MS,
  patience: 7,
  tries: refundTries,
  findLinks: findRefundLinks,
}

/** The pauses between tries grow, and once the kind's patience is exhausted a task is opened, once. */
export async function noteFailedTry(trx: Trx, kind: Kind, id: string, error: unknown, now: Date): Promise<void> {
  const tries = await kind.tries.countFailure(trx, id)
  await kind.tries.postpone(trx, id, nextTryAt(tries, now, kind.longestPauseMs))
  if (tries !== kind.patience) return
  const cause = `${kind.name} ${id} has failed ${tries} times in a row: ${reasonOf(error)}. It’s retried at least every ${kind.longestPauseMs / MINUTE_MS} minutes.`
  await openTask(trx, { kind: 'note', subject: subjectOf(kind, id), cause, ...(await kind.findLinks(trx, id)) }, now)
}

export async function noteSuccess(trx: Trx, kind: Kind, id: string, now: Date): Promise<void> {
  await kind.tries.reset(trx, id, now)
  await settleTasks(trx, ['note'], subjectOf(kind, id), 'It has since succeeded.', now)
}

/** Closes the tasks of rows that were completed elsewhere, for instance by a repeated event. */
export async function settleEnded(trx: Trx, tasks: readonly { subject: string }[], now: Date): Promise<void> {
  for (const { subject } of tasks) await settleTasks(trx, ['note'], subject, 'It has since ended.', now)
}

/** Returns the subject of a row's task, or with an empty id the prefix shared by all tasks of this kind. */
export function subjectOf(kind: Kind, id: string): string {
  return `${kind.prefix} ${id}`
}
