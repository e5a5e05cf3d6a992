import type { FastifyBaseLogger } from 'fastify'
import { addDays, dayIn, daysBetween, momentIn, type Day } from '#shared/dates.ts'
import type { Deps } from '#server/lib/deps.ts'
import { openTask, settleTasks } from '#server/features/tasks/tasks.ts'
import { compareBalance } from './balance.ts'
import { compareBooks } from './compare.ts'
import { findComparedUntil, noteComparedUntil } from './differences.ts'
import { createRun } from './run.ts'

/** Compared every night, because the provider retries an event for three days. */
const RECENT_DAYS = 4
/** How far back to catch up after the site was down. */
const MAX_DAYS = 366
/** Even with one last call that hangs, this stays well below the three minutes the queue allows a job. */
const LIMIT_MS = 80_000
/** The job has three minutes. */
const BALANCE_MS = 60_000
const HOUR_MS = 60 * 60_000
/** More than a day: a night was missed. */
const LATE_MS = 26 * HOUR_MS
/** Long enough for more than one night, and all the queue's retries in between, to have failed. */
const TOLD_MS = 36 * HOUR_MS
const MAX_REPORTED = 10
/** The table limits a cause to 2,000 characters. */
const MAX_REPORTED_LENGTH = 1500
const SUBJECT = 'books'

/**
 * Compares the most recent days, then any older days since the last full comparison, oldest first, so that nothing is
 * missed after the site was down. Throws if anything could not be compared, so that the queue retries. Also opens a task
 * when no comparison has succeeded for more than a day, or ever.
 */
export async function compareSinceLast(deps: Deps, log: FastifyBaseLogger): Promise<void> {
  const startedAt = deps.now()
  const until = await findComparedUntil(deps.db)
  const recent = await compareBooks(deps, log, { days: RECENT_DAYS, limitMs: LIMIT_MS })
  const older = await compareOlder(deps, log, startedAt, until)
  const failures = [...recent.failures, ...older]
  // What was missed until now has been recorded.
  const balance = createRun(deps, log, BALANCE_MS)
  if (failures.length === 0) await balance.attempt('the balance', async () => compareBalance(balance))
  failures.push(...balance.failures)
  if (failures.length > 0) {
    const isToldOf = !until || until.getTime() < startedAt.getTime() - TOLD_MS
    if (isToldOf) await reportUnread(deps, until, failures.slice(0, MAX_REPORTED))
    throw new Error(`Reconciliation was incomplete: ${failures.slice(0, MAX_REPORTED).join('; ')}`)
  }
  await deps.db.transaction().execute(async (trx) => {
    await noteComparedUntil(trx, startedAt)
    await settleTasks(trx, ['books_unread'], SUBJECT, 'Reconciliation is complete.', deps.now())
  })
}

/** Runs the nightly comparison if last night's did not complete because the site or the provider was down. */
export async function compareIfLate(deps: Deps, log: FastifyBaseLogger): Promise<void> {
  const until = await findComparedUntil(deps.db)
  if (until && until.getTime() < deps.now().getTime() - LATE_MS) await compareSinceLast(deps, log)
}

/** Compares the days before the recent ones that are still outstanding, a few at a time. Returns the failures. */
async function compareOlder(deps: Deps, log: FastifyBaseLogger, startedAt: Date, until: Date | undefined): Promise<string[]> {
  const zone = deps.config.AGENCY_TIME_ZONE
  const today = dayIn(zone, startedAt)
  const recent = addDays(today, 1 - RECENT_DAYS)
  const failures: string[] = []
  const limit = startedAt.getTime() + LIMIT_MS
  let first = later(until ? dayIn(zone, until) : recent, addDays(today, -MAX_DAYS))
  while (first < recent) {
    const end = earlier(addDays(first, RECENT_DAYS), recent)
    const limitMs = limit - deps.now().getTime()
    // The next run resumes here.
    if (limitMs <= 0) return [...failures, `${first}: there was no time left`]
    const older = await compareBooks(deps, log, { days: daysBetween(first, end), upTo: addDays(end, -1), limitMs })
    failures.push(...older.failures)
    first = end
    const comparedUntil = momentIn(zone, `${first}T00:00`)
    if (failures.length === 0) await deps.db.transaction().execute(async (trx) => noteComparedUntil(trx, comparedUntil))
  }
  return failures
}

function later(a: Day, b: Day): Day {
  return a > b ? a : b
}

function earlier(a: Day, b: Day): Day {
  return a < b ? a : b
}

async function reportUnread({ db, now }: Deps, until: Date | undefined, failures: readonly string[]): Promise<void> {
  const last = until ? `since ${until.toISOString()}` : 'so far'
  const cause = `No reconciliation has been completed ${last}. ${failures.join('; ').slice(0, MAX_REPORTED_LENGTH)}. Check the card provider key: it needs permission to read events, checkout sessions, disputes, charges, refunds, the balance and payouts.`
  await db.transaction().execute(async (trx) => openTask(trx, { kind: 'books_unread', subject: SUBJECT, cause }, now()))
}
