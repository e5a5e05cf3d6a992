import type { FastifyBaseLogger } from 'fastify'
import type { Span } from '#server/lib/card-provider.ts'
import type { Deps } from '#server/lib/deps.ts'
import { fulfil } from '#server/features/fulfilment/flows.ts'
import { findOldestDoubt, findPaidSessions, listDoubts } from '#server/features/payments/attempts/queries.ts'
import { releaseHold } from '#server/features/payments/holds/flows.ts'
import { createRun, type Run } from './run.ts'

const MINUTE_MS = 60_000
/** How far the provider's clock may be behind ours. */
const CLOCK_SKEW_MS = 5 * MINUTE_MS

/**
 * Finds payments that were never recorded, including on attempts that were closed before the provider had confirmed their outcome. Such an
 * attempt that is not among the complete ones has not been paid, and cannot be any more. `completeCreated` is when the sessions were
 * created.
 */
export async function fulfilCompleteSessions(run: Run, completeCreated: Span): Promise<void> {
  const { db, cards } = run.deps
  const failedBefore = run.failed()
  for await (const batch of run.batches(cards.listSessions({ completeCreated }))) {
    const paid = await findPaidSessions(
      db,
      batch.map(({ id }) => id),
    )
    for (const { id, attemptId } of batch) {
      if (attemptId && !paid.has(id)) await run.attempt(`checkout ${id}`, async () => fulfil(run.deps, id))
    }
  }
  if (run.failed() > failedBefore) return
  const listed = { ...completeCreated, from: new Date(completeCreated.from.getTime() + CLOCK_SKEW_MS) }
  for (const id of await listDoubts(db, listed)) await releaseHold(run.deps, id, 'expired')
}

/** Does that part of the comparison at once while an attempt is in doubt, so that its customer and its seats do not wait for the night. */
export async function settleBlindCloses(deps: Deps, log: FastifyBaseLogger, limitMs: number): Promise<void> {
  const since = await findOldestDoubt(deps.db)
  if (!since || limitMs <= 0) return
  const created = { from: new Date(since.getTime() - CLOCK_SKEW_MS), until: deps.now() }
  const run = createRun(deps, log, limitMs)
  await run.attempt('checkouts in doubt', async () => fulfilCompleteSessions(run, created))
}
