import type { FastifyBaseLogger } from 'fastify'
import { recordAudit } from '#server/features/audit/commands.ts'
import { holdBackMails } from '#server/features/mails/commands.ts'
import { compareBooks } from '#server/features/reconciliation/compare.ts'
import { reconcile } from '#server/features/reconciliation/sweep.ts'
import { countTasksSince } from '#server/features/tasks/tasks.ts'
import { operator } from '#server/lib/actors.ts'
import type { Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { DAY_MS } from '#shared/dates.ts'
import { markLive } from './restoring.ts'

const LIMIT_MS = 2 * 60 * 60_000
/** A checkout that was open at the backup's moment may have been paid up to a day later, and was created up to a day before. */
const MARGIN_DAYS = 2

export interface WentLive {
  heldBack: number
  tasks: number
}

/**
 * Puts a restored copy live. Reads the card provider since the backup's moment first, while the copy still sells nothing: payments and refunds
 * that it does not know become rows or tasks. Then sends what was left to be done; a refund that may have been sent by the old site is looked up
 * (`refunds/flows.ts`). Throws, still a copy, if the provider could not be read in full. `deps` must be able to write at the provider.
 */
export async function goLive(deps: Deps, log: FastifyBaseLogger, { id, moment }: { id: string; moment: Date }): Promise<WentLive> {
  const { db, now } = deps
  const startedAt = now()
  const days = Math.ceil((startedAt.getTime() - moment.getTime()) / DAY_MS) + MARGIN_DAYS
  const { failures } = await compareBooks(deps, log, { days, ageMs: 0, limitMs: LIMIT_MS })
  if (failures.length > 0)
    throw new Error(`Not all card provider records could be read, so this copy can’t go live yet. ${failures.join('\n')}`)
  await reconcile(deps, log, 0)
  const heldBack = await db.transaction().execute(async (trx) => {
    const held = await holdBackMails(trx, moment, now())
    await markLive(trx)
    await recordAudit(trx, { actor: operator(), action: 'site.went_live', subject: { kind: 'backup', id } })
    return held
  })
  return { heldBack, tasks: await countTasksSince(db, startedAt) }
}

/** The backup that this database came out of, while it has not gone live. */
export async function findCopy(db: Database): Promise<{ id: string; moment: Date } | undefined> {
  const row = await db
    .selectFrom('restored_copy')
    .select(['backup_id as id', 'backup_moment as moment'])
    .where('live_at', 'is', null)
    .executeTakeFirst()
  return row
}
