import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { fromKysely, PgBoss, type JobResult } from 'pg-boss'
import { JOB_DAYS } from '#shared/retention.ts'
import { patienceOf, STATEMENT_TIMEOUT_MS, type ConnectionOptions, type Database, type Trx } from './db.ts'
import { ImpatientClient } from './pg-clients.ts'
import { asPartOf, currentRequestId } from './request-ids.ts'
import { sessionName } from './session-names.ts'

/** A run that throws is retried, so it must be safe to repeat. */
export interface JobDefinition {
  name: string
  /** Cron pattern for recurring work, which also runs once at every start. Absent for work on demand. */
  cron?: string
  /** `stopping` aborts when this process is stopping; a run through a list then leaves the rest to another run. */
  run(data: unknown, stopping: AbortSignal): Promise<void>
}

/** A job enqueued inside a transaction exists if and only if the transaction commits (transactional outbox). */
export interface Queue {
  enqueue(trx: Trx, name: string, data: object): Promise<void>
  /** Prepares the queues; no job runs yet. */
  open(names: readonly string[]): Promise<void>
  /** Throws unless the queue was created with `runsJobs`. */
  start(jobs: JobDefinition[]): Promise<void>
  /** Waits up to 10 s for the jobs in progress. */
  stop(): Promise<void>
}

/** How long a run may work through a list. It then only finishes the calls in progress, well before its job expires. */
export const RUN_MS = 50_000

/** Where a job's data carry the id of the request that enqueued it. Beside the data, so that a process of the version before understands them. */
const REQUEST_FIELD = 'ofRequest'

const RETRIES = { retryLimit: 10, retryDelay: 2, retryBackoff: true, retryDelayMax: 600, expireInSeconds: 180 }
/** Heartbeat interval: another process picks up the job of a dead one after at most twice this time. */
const SILENCE_SECONDS = 10

/** The error pg-boss reports when the server no longer knows its LISTEN. */
const NOT_LISTENING = 'LISTEN/NOTIFY channel registration was lost'

// Notifications that arrive while a job runs are merged, so that with one job at a time a backlog would advance only every 5 s.
const WORK = {
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 5,
  batchSize: 2,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const

/** Runs as the owner of the tables, under the library's own lock. */
export async function installQueue(owner: ConnectionOptions): Promise<void> {
  const boss = new PgBoss({ ...owner, max: 1, application_name: sessionName('queue'), supervise: false, schedule: false })
  // A connection error is also thrown where it matters.
  boss.on('error', () => undefined)
  await boss.start()
  await boss.stop({ graceful: false })
}

/** A process that runs no jobs neither listens for them nor supervises others, so one connection is enough. */
const SENDING = { max: 1, supervise: false, schedule: false } as const
const RUNNING = {
  max: 4,
  useListenNotify: true,
  superviseIntervalSeconds: SILENCE_SECONDS,
  monitorIntervalSeconds: SILENCE_SECONDS,
} as const

/**
 * pg-boss would wait for ever for a server that has gone. What it gives up, the server ends too: statements that go on waiting for a lock
 * would take every connection that PostgreSQL has.
 */
const PATIENCE = {
  Client: ImpatientClient,
  statement_timeout: STATEMENT_TIMEOUT_MS,
  query_timeout: patienceOf(STATEMENT_TIMEOUT_MS),
  keepAlive: true,
}

/** Uses the schema `pgboss` created by `installQueue`. `runsJobs` says whether this process also runs jobs. */
export function createQueue(connection: ConnectionOptions, log: FastifyBaseLogger, runsJobs: boolean): Queue {
  const boss = new PgBoss({
    ...connection,
    ...PATIENCE,
    application_name: sessionName('queue'),
    migrate: false,
    ...(runsJobs ? RUNNING : SENDING),
  })
  const stopping = new AbortController()
  let isUnheard = false
  boss.on('error', (error) => {
    if (error.message !== NOT_LISTENING) return log.error({ err: error }, 'queue')
    // Behind a pooler this never recovers and would be logged every ten seconds.
    if (!isUnheard) log.warn('queue: notifications aren’t arriving; polling for jobs every few seconds')
    isUnheard = true
  })
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'queue'))

  async function createQueueFor({ name, cron }: Pick<JobDefinition, 'name' | 'cron'>): Promise<void> {
    // At most one run of a recurring job waits in its queue, however many processes send it.
    await boss.createQueue(name, { ...RETRIES, heartbeatSeconds: SILENCE_SECONDS, notify: true, ...(cron && { policy: 'short' as const }) })
  }

  async function work(job: JobDefinition): Promise<void> {
    await createQueueFor(job)
    await boss.work(job.name, WORK, async (entries) => {
      const results: JobResult[] = []
      for (const { id, data } of entries) results.push(await attempt(job, id, data))
      return results
    })
    if (job.cron) await boss.schedule(job.name, job.cron)
  }

  /** Unschedules jobs of an earlier version, which would fill a queue that nothing works on. */
  async function unscheduleOthers(jobs: JobDefinition[]): Promise<void> {
    const recurring = new Set(jobs.filter((job) => job.cron).map((job) => job.name))
    for (const { name } of await boss.getSchedules()) if (!recurring.has(name)) await boss.unschedule(name)
  }

  async function attempt(job: JobDefinition, id: string, carried: unknown): Promise<JobResult> {
    const { requestId, data } = unpacked(carried)
    return asPartOf(requestId, async () => {
      try {
        await job.run(data, stopping.signal)
        return { id, status: 'completed' }
      } catch (error) {
        log.error({ err: error, job: job.name }, 'job failed; it will be retried')
        return { id, status: 'failed', output: { message: error instanceof Error ? error.message : 'unknown' } }
      }
    })
  }

  return {
    async enqueue(trx, name, data) {
      const requestId = currentRequestId()
      const carried = requestId === undefined ? data : { ...data, [REQUEST_FIELD]: requestId }
      await boss.send(name, carried, { db: fromKysely(trx), deleteAfterSeconds: JOB_DAYS * 24 * 60 * 60 })
    },
    async open(names) {
      await boss.start()
      for (const name of names) await createQueueFor({ name })
    },
    async start(jobs) {
      if (!runsJobs) throw new Error('This process can only enqueue jobs.')
      await boss.start()
      await unscheduleOthers(jobs)
      await Promise.all(jobs.map(work))
      // Sent last, because with many tours the first runs would delay the start.
      await Promise.all(jobs.filter(({ cron }) => cron).map(async ({ name }) => boss.send(name)))
    },
    async stop() {
      stopping.abort()
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}

/** Separates what a job works on from the request that enqueued it. */
function unpacked(carried: unknown): { requestId: string | undefined; data: unknown } {
  if (typeof carried !== 'object' || carried === null || !(REQUEST_FIELD in carried)) return { requestId: undefined, data: carried }
  const { [REQUEST_FIELD]: requestId, ...data } = carried
  return { requestId: typeof requestId === 'string' ? requestId : undefined, data }
}

/** Counts jobs that have used up their retries. */
export async function countFailedJobs(db: Database, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pgboss.job where state = 'failed' and completed_on >= ${since}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Lists our queues in which jobs wait that are due, with how many there are and how long the oldest waits. */
export async function listDueJobs(db: Database, now: Date): Promise<{ name: string; count: number; seconds: number }[]> {
  const { rows } = await sql<{ name: string; count: number; seconds: number }>`
    select name, count(*)::integer as count, greatest(extract(epoch from ${now}::timestamptz - min(start_after)), 0)::float8 as seconds
    from pgboss.job where state in ('created', 'retry') and start_after <= ${now} and not starts_with(name, '__pgboss') group by name`.execute(
    db,
  )
  return rows
}
