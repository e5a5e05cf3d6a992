import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '#server/lib/deps.ts'
import { openSession } from '../attempts/commands.ts'
import { closeAttempt } from '../attempts/flows.ts'
import { processEvent } from '../events/flows.ts'
import { fulfil } from '../fulfilment/flows.ts'
import { releaseHold } from '../attempts/holds.ts'
import { applyRefund, sendRefund } from '../refunds/flows.ts'

/** So many of each kind in one run: the provider limits how often it may be asked. */
const BATCH = 100
const MINUTE_MS = 60_000
/** How long after its end a hold waits for a provider that does not answer (payments 3.9). */
const PATIENCE_MS = 15 * MINUTE_MS

/**
 * Finds what was left half-way by a crash, a lost answer or a lost event, and brings it to its end. Safe to run at any
 * time, also beside itself. One failure does not keep the others waiting.
 */
export async function reconcile(deps: Deps, log: FastifyBaseLogger, ageMs = MINUTE_MS): Promise<void> {
  const before = new Date(deps.now().getTime() - ageMs)
  const attempt = async (what: string, id: string, work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      log.warn({ err: error, id }, `reconcile: ${what}`)
    }
  }
  for (const id of await unprocessedEvents(deps, before)) await attempt('event', id, () => processEvent(deps, id))
  for (const row of await unfinishedAttempts(deps, before)) {
    await attempt('payment attempt', row.id, () => finishAttempt(deps, row))
  }
  for (const row of await unsettledRefunds(deps, before)) {
    await attempt('refund', row.id, () => finishRefund(deps, row))
  }
}

async function unprocessedEvents({ db }: Deps, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('provider_events')
    .select('id')
    .where('processed_at', 'is', null)
    .where('received_at', '<=', before)
    .orderBy('received_at')
    .limit(BATCH)
    .execute()
  return rows.map((row) => row.id)
}

async function unfinishedAttempts({ db }: Deps, before: Date) {
  return db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('status', 'in', ['creating', 'open'])
    .where('created_at', '<=', before)
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<=', before)]))
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .limit(BATCH)
    .execute()
}

type UnfinishedAttempt = Awaited<ReturnType<typeof unfinishedAttempts>>[number]

async function finishAttempt(deps: Deps, row: UnfinishedAttempt): Promise<void> {
  const now = deps.now()
  await deps.db.updateTable('payment_attempts').set({ checked_at: now }).where('id', '=', row.id).execute()
  try {
    if (row.session_id) await fulfil(deps, row.session_id)
    if (now >= row.expires_at) await closeAttempt(deps, row.id)
    else if (!row.session_id) await openSession(deps.db, deps.cards, row, now)
  } catch (error) {
    const isHopeless = now.getTime() > row.expires_at.getTime() + PATIENCE_MS
    if (isHopeless) await releaseHold(deps.db, row.id, 'expired', now)
    throw error
  }
}

async function unsettledRefunds({ db }: Deps, before: Date) {
  return db
    .selectFrom('refunds')
    .select(['id', 'state', 'provider_refund_id'])
    .where('state', 'in', ['requested', 'pending'])
    .where('updated_at', '<=', before)
    .orderBy('updated_at')
    .limit(BATCH)
    .execute()
}

async function finishRefund(deps: Deps, row: { id: string; state: string; provider_refund_id: string | null }): Promise<void> {
  if (row.state === 'requested' && !row.provider_refund_id) return sendRefund(deps, row.id)
  await deps.db.updateTable('refunds').set({ updated_at: deps.now() }).where('id', '=', row.id).execute()
  if (row.provider_refund_id) await applyRefund(deps, await deps.cards.stripe().refunds.retrieve(row.provider_refund_id))
}
