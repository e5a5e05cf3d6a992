import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '#server/lib/deps.ts'
import { listDueRechecks, recheckAttempt } from '../attempts/blind-closes.ts'
import { closeAttempt } from '../attempts/flows.ts'
import { listWithdrawnAttempts } from '../attempts/queries.ts'
import { releaseQuarantinedSeats } from '../quarantine/flows.ts'
import { listOverdueQuarantines } from '../quarantine/queries.ts'

/**
 * Ends what must not stay as it is: checkouts that were closed without the provider's word are asked about, pages of tours that
 * are no longer offered are closed, and seats that wait too long for a person's decision are freed. One failure does not
 * keep the others waiting. What the provider has to be asked for after `until`, by this machine's clock, is left to the next run.
 */
export async function settleDoubts(deps: Deps, log: FastifyBaseLogger, until: number, stopping?: AbortSignal): Promise<void> {
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
  const overdue = await listOverdueQuarantines(deps.db, deps.now())
  await each('quarantine', overdue, Infinity, async ({ id }) => releaseQuarantinedSeats(deps, id))
  await each('withdrawn tour', await listWithdrawnAttempts(deps.db), until, async ({ id }) => closeAttempt(deps, id))
  await each('blind close', await listDueRechecks(deps.db, deps.now()), until, async (row) => recheckAttempt(deps, row))
}
