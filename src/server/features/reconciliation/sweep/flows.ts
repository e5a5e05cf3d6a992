import type { FastifyBaseLogger } from 'fastify'
import { unlessRunning } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { RUN_MS } from '#server/lib/queue.ts'
import { pagesOf, workTogether } from '#server/lib/sweeps.ts'
import { listOpenSubjects, type OpenSubject } from '#server/features/tasks/tasks.ts'
import type { AttemptRow } from '#server/features/payments/attempts/queries.ts'
import { releaseHoldBlindly } from '#server/features/payments/holds/flows.ts'
import { closeAttempt, openPage } from '#server/features/checkout/card-page.ts'
import { fulfil } from '#server/features/fulfilment/flows.ts'
import { applyRefund, sendRefund } from '#server/features/refunds/flows.ts'
import { noteChecked } from '#server/features/payments/attempts/commands.ts'
import { noteAsked } from '#server/features/refunds/commands.ts'
import { processEvent } from '../events/flows.ts'
import { ATTEMPTS, EVENTS, noteFailedTry, noteSuccess, REFUNDS, settleEnded, subjectOf, type Kind } from './commands.ts'
import { settleDoubts } from './doubts.ts'
import { listUnfinishedAttempts, listUnprocessedEvents, listUnsettledRefunds, type Scope } from './queries.ts'

const MINUTE_MS = 60_000
/** How long a hold outlives its end while the provider does not answer. */
const PATIENCE_MS = 15 * MINUTE_MS

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
