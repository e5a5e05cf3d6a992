import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '#server/lib/deps.ts'
import { pagesOf } from '#server/lib/sweeps.ts'
import { closeAttempt } from '#server/features/checkout/card-page.ts'
import { listActiveAttempts, type ActiveAttempt } from '#server/features/payments/attempts/queries.ts'
import { releaseQuarantinedSeats } from '#server/features/fulfilment/quarantine/flows.ts'
import { listHolds, type Hold } from '#server/features/fulfilment/quarantine/queries.ts'
import { settleBlindCloses } from '../books/sessions.ts'

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
