import { UNPROVEN_MS } from '#shared/backups/staff.ts'
import { DAY_MS } from '#shared/dates.ts'
import type { HealthCheck, SiteHealth } from '#shared/desk/health.ts'
import { getHealth } from '#shared/desk/staff-calls.ts'
import { findNewestProven, findTrouble } from '#server/features/backups/records.ts'
import type { Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { countFailedJobs } from '#server/lib/queue.ts'
import type { Serving } from '#server/lib/serve.ts'
import { placeName } from '#server/lib/site-files.ts'
import { listDifferences } from './machines.ts'

export function health({ read }: Serving, { config, now }: Pick<Deps, 'config' | 'now'>): void {
  read(getHealth, async ({ db }) => checkHealth(db, now(), config))
}

/** The name of the alarm in the database. */
export const PROVIDER_ALARM = 'card provider'

const MINUTE_MS = 60_000
/** Work that waits longer is late: each kind normally starts within a minute or two and is retried after pauses. */
const PATIENCE_MS: Record<'event' | 'refund' | 'email', number> = { event: 15 * MINUTE_MS, refund: 30 * MINUTE_MS, email: 15 * MINUTE_MS }

type BackupSettings = Pick<Deps['config'], 'BACKUP_TO' | 'BACKUP_PROOF'>

/** Backups are looked at where they are made. */
export async function checkHealth(db: Database, now: Date, config: BackupSettings): Promise<SiteHealth> {
  const [awaySince, heardAt, isSilent, event, refund, email, failedJobs, differences, backup, trouble] = await Promise.all([
    findOutage(db),
    findLastEvent(db),
    hasSilenceTask(db),
    findOldestEvent(db),
    findOldestRefund(db, now),
    findOldestEmail(db, now),
    countFailedJobs(db, new Date(now.getTime() - DAY_MS)),
    listDifferences(db),
    config.BACKUP_TO === undefined ? undefined : findNewestProven(db, placeName(config.BACKUP_TO)),
    findBackupTrouble(db, config),
  ])
  const waiting = (check: keyof typeof PATIENCE_MS, since: Date | undefined) => ({
    ...about(check, since),
    isLate: since !== undefined && now.getTime() - since.getTime() > PATIENCE_MS[check],
  })
  return [
    { ...about('provider', awaySince), isLate: awaySince !== undefined },
    { ...about('webhook', heardAt), isLate: isSilent },
    waiting('event', event),
    waiting('refund', refund),
    waiting('email', email),
    { ...about('jobs', undefined), count: failedJobs, isLate: failedJobs > 0 },
    { ...about('machines', undefined), isLate: differences.length > 0, settings: differences.map(({ setting }) => setting) },
    ...(backup
      ? [{ ...about('backup', backup.moment ?? undefined), isLate: trouble !== undefined || isUnproven(backup, now, config) }]
      : []),
  ]
}

/** Returns what is wrong with the newest backup; undefined also where none are made. */
export async function findBackupTrouble(db: Database, { BACKUP_TO: to, BACKUP_PROOF }: BackupSettings): Promise<string | undefined> {
  return to === undefined ? undefined : findTrouble(db, placeName(to), BACKUP_PROOF !== 'off')
}

/** A site that has just been set up has two days for its first. Where one a week is proven, the newest may be a week older. */
function isUnproven(
  { moment, firstBegunAt }: { moment: Date | null; firstBegunAt: Date | null },
  now: Date,
  { BACKUP_PROOF }: BackupSettings,
): boolean {
  const since = moment ?? firstBegunAt
  const patienceMs = moment && BACKUP_PROOF === 'weekly' ? UNPROVEN_MS + 7 * DAY_MS : UNPROVEN_MS
  return since !== null && now.getTime() - since.getTime() > patienceMs
}

function about(check: HealthCheck, at: Date | undefined) {
  return { check, at: at?.toISOString() ?? null, count: null }
}

/** As the minute's look at the provider noted it: the console asks the provider nothing. */
async function findOutage(db: Database): Promise<Date | undefined> {
  const noted = db.selectFrom('alarms').select('began_at').where('name', '=', PROVIDER_ALARM).where('fine_since', 'is', null)
  return (await noted.executeTakeFirst())?.began_at
}

async function findLastEvent(db: Database): Promise<Date | undefined> {
  const events = db
    .selectFrom('provider_events')
    .select('received_at')
    .where((eb) => eb.not('is_fetched'))
  return (await events.orderBy('received_at', 'desc').limit(1).executeTakeFirst())?.received_at
}

/** The time since the last event proves nothing by itself; the task is opened only when money moved without one. */
async function hasSilenceTask(db: Database): Promise<boolean> {
  const task = db.selectFrom('tasks').select('id').where('kind', '=', 'events_stopped').where('closed_at', 'is', null)
  return (await task.executeTakeFirst()) !== undefined
}

async function findOldestEvent(db: Database): Promise<Date | undefined> {
  const waiting = db
    .selectFrom('provider_events')
    .select((eb) => eb.fn.min('received_at').as('since'))
    .where('processed_at', 'is', null)
  return (await waiting.executeTakeFirst())?.since ?? undefined
}

/** Skips refunds that are meant to wait, for a new key or for money at the provider. */
async function findOldestRefund(db: Database, now: Date): Promise<Date | undefined> {
  const waiting = db
    .selectFrom('refunds')
    .select((eb) => eb.fn.min(eb.fn.coalesce('send_after', 'created_at')).as('since'))
    .where('state', '=', 'requested')
    .where((eb) => eb.or([eb('send_after', 'is', null), eb('send_after', '<=', now)]))
  return (await waiting.executeTakeFirst())?.since ?? undefined
}

async function findOldestEmail(db: Database, now: Date): Promise<Date | undefined> {
  const waiting = db
    .selectFrom('mails')
    .select((eb) => eb.fn.min('created_at').as('since'))
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
  return (await waiting.executeTakeFirst())?.since ?? undefined
}
