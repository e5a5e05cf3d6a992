import type { FastifyBaseLogger } from 'fastify'
import { closeAttempt, openPage } from '#server/features/checkout/card-page.ts'
import { fulfil } from '#server/features/fulfilment/fulfil.ts'
import { listHolds, releaseQuarantinedSeats, type Hold } from '#server/features/fulfilment/quarantine.ts'
import {
  attemptTries,
  findAttemptLinks,
  listActiveAttempts,
  noteChecked,
  type ActiveAttempt,
  type AttemptRow,
} from '#server/features/payments/attempts.ts'
import { findOldestDoubt, releaseHoldBlindly } from '#server/features/payments/holds.ts'
import { applyRefund, findRefundLinks, noteAsked, refundTries } from '#server/features/refunds/records.ts'
import { sendRefund } from '#server/features/refunds/sending.ts'
import { listOpenSubjects, openTask, settleTasks, type NewTask, type OpenSubject } from '#server/features/tasks/tasks.ts'
import { reasonOf } from '#server/lib/card-provider.ts'
import { unlessRunning, type Database, type Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { RUN_MS } from '#server/lib/queue.ts'
import { nextTryAt, type Tries } from '#server/lib/retries.ts'
import { pagesOf, workTogether } from '#server/lib/sweeps.ts'
import { CLOCK_SKEW_MS, fulfilCompleteSessions } from './compare.ts'
import { eventTries, processEvent } from './events.ts'
import { createRun } from './run.ts'

const MINUTE_MS = 60_000
/** How long a hold outlives its end while the provider does not answer. */
const PATIENCE_MS = 15 * MINUTE_MS
/** Limit per kind and run, because the provider rate-limits our calls. */
const MAX_ROWS = 1000

interface Kind {
  /** Prefix of the subject of its tasks. */
  prefix: string
  name: string
  longestPauseMs: number
  /** Number of consecutive failures, about an hour's worth, before a task is opened. */
  patience: number
  tries: Tries
  findLinks(trx: Trx, id: string): Promise<Pick<NewTask, 'bookingId' | 'paymentId' | 'refundId'>>
}

const EVENTS: Kind = {
  prefix: 'provider_events',
  name: 'Event',
  longestPauseMs: 60 * MINUTE_MS,
  patience: 7,
  tries: eventTries,
  findLinks: async () => ({}),
}

const ATTEMPTS: Kind = {
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

/**
 * Finds work left unfinished by a crash, a lost answer or a lost event, and completes it. Only one run at a time:
 * returns false while another one is active on this database. A failure does not hold up the rest; it is retried after
 * growing pauses. A run ends after RUN_MS or when the process is stopping. With `ageMs`, takes up everything older than
 * that, even if its pause is not over.
 */
export async function reconcile(deps: Deps, log: FastifyBaseLogger, ageMs?: number, stopping?: AbortSignal): Promise<boolean> {
  const { db } = deps
  const now = deps.now()
  const scope: Scope = { before: new Date(now.getTime() - (ageMs ?? MINUTE_MS)), dueBy: ageMs === undefined ? now : undefined }
  const startedAt = Date.now()
  return unlessRunning(db, 'reconcile', async () => {
    // A slow provider must still leave each kind its share of the time.
    const run = async <Row extends TriedRow>(share: number, kind: Kind, rows: Row[], work: (row: Row) => Promise<void>) =>
      workThrough({ deps, log, kind, until: startedAt + share * RUN_MS, stopping }, rows, work)
    await run(1 / 4, EVENTS, await listUnprocessedEvents(db, scope), async ({ id }) => processEvent(deps, id))
    await run(2 / 4, ATTEMPTS, await listUnfinishedAttempts(db, scope), async (row) => finishAttempt(deps, row))
    await settleDoubts(deps, log, startedAt + (3 / 4) * RUN_MS, stopping)
    await run(1, REFUNDS, await listUnsettledRefunds(db, scope), async (row) => finishRefund(deps, row))
  })
}

interface TriedRow {
  id: string
  tries: number
}

interface Run {
  deps: Deps
  log: FastifyBaseLogger
  kind: Kind
  /** By the machine's clock, even where the site's clock is shifted. */
  until: number
  stopping: AbortSignal | undefined
}

async function workThrough<Row extends TriedRow>(run: Run, rows: Row[], work: (row: Row) => Promise<void>): Promise<void> {
  const { deps, log, kind, until, stopping } = run
  for (const [index, row] of rows.entries()) {
    // Try at least one row: a provider that hangs may have used up all the time on the kinds before.
    if ((index > 0 && Date.now() > until) || stopping?.aborted) break
    try {
      await work(row)
      if (row.tries > 0) await deps.db.transaction().execute(async (trx) => noteSuccess(trx, kind, row.id, deps.now()))
    } catch (error) {
      log.warn({ err: error, id: row.id, tries: row.tries + 1 }, `reconcile: ${kind.name.toLowerCase()}`)
      await deps.db.transaction().execute(async (trx) => noteFailedTry(trx, kind, row.id, error, deps.now()))
    }
  }
  await closeEnded(run)
}

async function closeEnded({ deps, kind, stopping }: Run): Promise<void> {
  const prefix = subjectOf(kind, '')
  const read = async (limit: number, after?: OpenSubject) => listOpenSubjects(deps.db, { kind: 'note', prefix }, limit, after)
  for await (const page of pagesOf(read, { stopping })) {
    const ids = page.map(({ subject }) => subject.slice(prefix.length))
    const ended = await kind.tries.findEnded(deps.db, ids)
    const over = page.filter(({ subject }) => ended.has(subject.slice(prefix.length)))
    await workTogether(deps, 'to close a task', over, async (trx, tasks) => settleEnded(trx, tasks, deps.now()))
  }
}

async function finishAttempt(deps: Deps, attempt: AttemptRow): Promise<void> {
  const now = deps.now()
  await noteChecked(deps.db, attempt.id, now)
  try {
    if (attempt.session_id) await fulfil(deps, attempt.session_id)
    if (now >= attempt.expires_at) await closeAttempt(deps, attempt.id)
    else if (!attempt.session_id) await openPage(deps, attempt)
  } catch (error) {
    const isHopeless = now.getTime() > attempt.expires_at.getTime() + PATIENCE_MS
    if (isHopeless) await releaseHoldBlindly(deps, attempt.id)
    throw error
  }
}

async function finishRefund(deps: Deps, row: { id: string; state: string; provider_refund_id: string | null }): Promise<void> {
  if (row.state === 'requested' && !row.provider_refund_id) return sendRefund(deps, row.id)
  await noteAsked(deps.db, row.id, deps.now())
  if (row.provider_refund_id) await applyRefund(deps, await deps.cards.getRefund(row.provider_refund_id))
}

/** The pauses between tries grow, and once the kind's patience is exhausted a task is opened, once. */
async function noteFailedTry(trx: Trx, kind: Kind, id: string, error: unknown, now: Date): Promise<void> {
  const tries = await kind.tries.countFailure(trx, id)
  await kind.tries.postpone(trx, id, nextTryAt(tries, now, kind.longestPauseMs))
  if (tries !== kind.patience) return
  const cause = `${kind.name} ${id} has failed ${tries} times in a row: ${reasonOf(error)}. It’s retried at least every ${kind.longestPauseMs / MINUTE_MS} minutes.`
  await openTask(trx, { kind: 'note', subject: subjectOf(kind, id), cause, ...(await kind.findLinks(trx, id)) }, now)
}

async function noteSuccess(trx: Trx, kind: Kind, id: string, now: Date): Promise<void> {
  await kind.tries.reset(trx, id, now)
  await settleTasks(trx, ['note'], subjectOf(kind, id), 'It has since succeeded.', now)
}

/** Closes the tasks of rows that were completed elsewhere, for instance by a repeated event. */
async function settleEnded(trx: Trx, tasks: readonly { subject: string }[], now: Date): Promise<void> {
  for (const { subject } of tasks) await settleTasks(trx, ['note'], subject, 'It has since ended.', now)
}

/** Returns the subject of a row's task, or with an empty id the prefix shared by all tasks of this kind. */
function subjectOf(kind: Kind, id: string): string {
  return `${kind.prefix} ${id}`
}

/**
 * Resolves states that must not persist: frees seats that have waited too long for a decision, closes the pages of tours
 * no longer on offer, and settles checkouts that were closed before the provider had confirmed the outcome. A
 * failure does not hold up the rest. Provider calls that are not made before `until` (machine clock) are left to the
 * next run.
 */
export async function settleDoubts(deps: Deps, log: FastifyBaseLogger, until: number, stopping?: AbortSignal): Promise<void> {
  const { db } = deps
  async function each<Row extends { id: string }>(
    what: string,
    rows: Row[],
    end: number,
    work: (row: Row) => Promise<void>,
  ): Promise<void> {
    for (const row of rows) {
      if (Date.now() > end || stopping?.aborted) return
      await work(row).catch((error: unknown) => log.warn({ err: error, id: row.id }, `reconcile: ${what}`))
    }
  }
  const readHolds = async (limit: number, after?: Hold) => listHolds(db, deps.now(), limit, after)
  for await (const page of pagesOf(readHolds, { stopping })) {
    const overdue = page.filter(({ isOverdue }) => isOverdue)
    await each('quarantine', overdue, Infinity, async ({ id }) => releaseQuarantinedSeats(deps, id))
  }
  const readAttempts = async (limit: number, after?: ActiveAttempt) => listActiveAttempts(db, limit, after)
  for await (const page of pagesOf(readAttempts, { limitMs: until - Date.now(), stopping })) {
    const withdrawn = page.filter(({ isWithdrawn }) => isWithdrawn)
    await each('withdrawn tour', withdrawn, until, async ({ id }) => closeAttempt(deps, id))
  }
  await settleBlindCloses(deps, log, until - Date.now())
}

/** Runs that part of the comparison straight away while an attempt is in doubt, so its customer and seats don’t wait for the night. */
async function settleBlindCloses(deps: Deps, log: FastifyBaseLogger, limitMs: number): Promise<void> {
  const since = await findOldestDoubt(deps.db)
  if (!since || limitMs <= 0) return
  const created = { from: new Date(since.getTime() - CLOCK_SKEW_MS), until: deps.now() }
  const run = createRun(deps, log, limitMs)
  await run.attempt('checkouts in doubt', async () => fulfilCompleteSessions(run, created))
}

interface Scope {
  /** Only rows at least this old. */
  before: Date
  /** Only rows due for a retry by then; undefined means all of them. */
  dueBy: Date | undefined
}

/** Longest overdue first. */
export async function listUnprocessedEvents(db: Database, { before, dueBy }: Scope) {
  return db
    .selectFrom('provider_events')
    .select(['id', 'type', 'object_id', 'tries'])
    .where('processed_at', 'is', null)
    .where('received_at', '<=', before)
    .$if(dueBy !== undefined, (query) => query.where('next_try_at', '<=', dueBy as Date))
    .orderBy('next_try_at')
    .limit(MAX_ROWS)
    .execute()
}

/** Least recently checked first. */
export async function listUnfinishedAttempts(db: Database, { before, dueBy }: Scope) {
  return db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('status', 'in', ['creating', 'open'])
    .where('created_at', '<=', before)
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<=', before)]))
    .$if(dueBy !== undefined, (query) => query.where('next_try_at', '<=', dueBy as Date))
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .limit(MAX_ROWS)
    .execute()
}

/** Card refunds whose outcome the provider has not reported, least recently checked first. */
async function listUnsettledRefunds(db: Database, { before, dueBy }: Scope) {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select(['refunds.id', 'state', 'provider_refund_id', 'tries'])
    .where('provider_payment_id', 'is not', null)
    .where('state', 'in', ['requested', 'pending'])
    .where('updated_at', '<=', before)
    .where((eb) => eb.or([eb('send_after', 'is', null), eb('send_after', '<=', before)]))
    .$if(dueBy !== undefined, (query) => query.where('next_try_at', '<=', dueBy as Date))
    .orderBy('updated_at')
    .limit(MAX_ROWS)
    .execute()
}
