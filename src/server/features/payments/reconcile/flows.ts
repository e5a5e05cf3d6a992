import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '#server/lib/deps.ts'
import type { AttemptRow } from '../attempts/commands.ts'
import { closeAttempt } from '../attempts/flows.ts'
import { releaseHoldBlindly } from '../attempts/holds.ts'
import { openPage } from '../attempts/opening.ts'
import { processEvent } from '../events/flows.ts'
import { fulfil } from '../fulfilment/flows.ts'
import { applyRefund, sendRefund } from '../refunds/flows.ts'
import { settleDoubts } from './doubts.ts'
import { listUnfinishedAttempts, listUnprocessedEvents, listUnsettledRefunds } from './queries.ts'

const MINUTE_MS = 60_000
/** How long after its end a hold waits for a provider that does not answer (payments 3.9). */
const PATIENCE_MS = 15 * MINUTE_MS

/**
 * Finds what was left half-way by a crash, a lost answer or a lost event, and brings it to its end. Safe to run at any
 * time, also beside itself. One failure does not keep the others waiting.
 */
export async function reconcile(deps: Deps, log: FastifyBaseLogger, ageMs = MINUTE_MS): Promise<void> {
  const before = new Date(deps.now().getTime() - ageMs)
  async function each<Row extends { id: string }>(what: string, rows: Row[], work: (row: Row) => Promise<void>): Promise<void> {
    for (const row of rows) {
      await work(row).catch((error: unknown) => log.warn({ err: error, id: row.id }, `reconcile: ${what}`))
    }
  }
  await each('event', await listUnprocessedEvents(deps.db, before), async ({ id }) => processEvent(deps, id))
  await each('payment attempt', await listUnfinishedAttempts(deps.db, before), async (row) => finishAttempt(deps, row))
  await settleDoubts(deps, log)
  await each('refund', await listUnsettledRefunds(deps.db, before), async (row) => finishRefund(deps, row))
}

async function finishAttempt(deps: Deps, attempt: AttemptRow): Promise<void> {
  const now = deps.now()
  await deps.db.updateTable('payment_attempts').set({ checked_at: now }).where('id', '=', attempt.id).execute()
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
  await deps.db.updateTable('refunds').set({ updated_at: deps.now() }).where('id', '=', row.id).execute()
  if (row.provider_refund_id) await applyRefund(deps, await deps.cards.getRefund(row.provider_refund_id))
}
