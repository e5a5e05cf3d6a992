import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '#server/lib/deps.ts'
import { listDueRechecks, recheckAttempt } from '../attempts/blind-closes.ts'
import { closeAttempt } from '../attempts/flows.ts'
import { listWithdrawnAttempts } from '../attempts/queries.ts'
import { releaseQuarantinedSeats } from '../quarantine/flows.ts'
import { listOverdueQuarantines } from '../quarantine/queries.ts'

/** A provider that takes its time must not keep the next run waiting: the rest is for that one. */
const RUN_MS = 20_000

/**
 * Ends what must not stay as it is: checkouts that were closed without the provider's word are asked about, pages of tours that
 * are no longer offered are closed, and seats that wait too long for a person's decision are freed. One failure does not
 * keep the others waiting.
 */
export async function settleDoubts(deps: Deps, log: FastifyBaseLogger, stopping?: AbortSignal): Promise<void> {
  const until = Date.now() + RUN_MS
  async function each<Row extends { id: string }>(what: string, rows: Row[], work: (row: Row) => Promise<void>): Promise<void> {
    for (const row of rows) {
      if (Date.now() > until || stopping?.aborted) return
      await work(row).catch((error: unknown) => log.warn({ err: error, id: row.id }, `reconcile: ${what}`))
    }
  }
  await each('quarantine', await listOverdueQuarantines(deps.db, deps.now()), async ({ id }) => releaseQuarantinedSeats(deps, id))
  await each('withdrawn tour', await listWithdrawnAttempts(deps.db), async ({ id }) => closeAttempt(deps, id))
  await each('blind close', await listDueRechecks(deps.db, deps.now()), async (row) => recheckAttempt(deps, row))
}
