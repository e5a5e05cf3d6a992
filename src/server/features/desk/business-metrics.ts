import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { Gauge, type Registry } from 'prom-client'
import type { HealthCheck } from '#shared/desk/health.ts'
import { countOpenTasks } from '#server/features/tasks/tasks.ts'
import { findFreeBytes } from '#server/lib/data-folder.ts'
import { cutClient, type Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { listDueJobs } from '#server/lib/queue.ts'
import { checkHealth } from './health.ts'

const WAITING = new Set<HealthCheck>(['event', 'refund', 'email'])

type Known = Pick<Deps, 'db' | 'pool' | 'config' | 'now'>

/** Prometheus waits ten seconds for the whole answer. */
const DATABASE_PATIENCE_MS = 3000

/** Reads what business and machine stand at whenever Prometheus asks. What cannot be read is left out of that answer. */
export function readBusiness(deps: Known, registry: Registry): void {
  const { db, pool, config, now } = deps
  const isUp = sharedWhileRunning(async () => respondsInTime(db))
  const dueJobs = sharedWhileRunning(async () => listDueJobs(db, now()))
  const health = sharedWhileRunning(async () => checkHealth(db, now(), config))
  const secondsSince = (at: string) => (now().getTime() - Date.parse(at)) / 1000
  const find = async (which: HealthCheck) => (await health()).find(({ check }) => check === which)

  const gauge = (name: string, help: string, read: (gauge: Gauge) => Promise<void> | void, labelNames: string[] = []) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset()
        // Without labels it would keep the 0 of its reset; with them there is none to remove.
        const leaveOut = () => labelNames.length === 0 && this.remove()
        await Promise.resolve(read(this)).catch(leaveOut)
      },
    })
  /** Of the database, which is asked nothing more while it is away: each statement would wait for it. */
  const stored = (name: string, help: string, read: (gauge: Gauge) => Promise<void>, labelNames: string[] = []) =>
    gauge(
      name,
      help,
      async (self) => {
        if (!(await isUp())) throw new Error('the database is away')
        await read(self)
      },
      labelNames,
    )
  /** Absent if it has never happened. */
  const age = (name: string, help: string, which: HealthCheck) =>
    stored(name, help, async (self) => {
      const at = (await find(which))?.at
      if (at) self.set(secondsSince(at))
      else self.remove()
    })

  gauge(
    'meridian_database_connections',
    'Connections in this process’s pool; “waiting” counts requests waiting for one.',
    (self) => {
      self.set({ state: 'open' }, pool.totalCount)
      self.set({ state: 'idle' }, pool.idleCount)
      self.set({ state: 'waiting' }, pool.waitingCount)
    },
    ['state'],
  )
  gauge('meridian_database_up', 'Whether the database responds.', async (self) => {
    // Where every connection is taken, one more tells whether it is the database that does not respond.
    self.set((await isUp()) || (pool.waitingCount > 0 && (await respondsAlone(pool))) ? 1 : 0)
  })
  stored('meridian_card_provider_up', 'Whether the card provider responds; without it nothing can be sold.', async (self) => {
    self.set((await find('provider'))?.isLate ? 0 : 1)
  })
  stored(
    'meridian_jobs_waiting',
    'Due jobs that have not started.',
    async (self) => {
      for (const { name, count } of await dueJobs()) self.set({ queue: name }, count)
    },
    ['queue'],
  )
  stored(
    'meridian_job_oldest_seconds',
    'How long the oldest due job in a queue has been waiting.',
    async (self) => {
      for (const { name, seconds } of await dueJobs()) self.set({ queue: name }, seconds)
    },
    ['queue'],
  )
  stored(
    'meridian_oldest_waiting_seconds',
    'How long the oldest event, refund or email has been waiting; 0 if none.',
    async (self) => {
      for (const { check, at } of await health()) if (WAITING.has(check)) self.set({ what: check }, at === null ? 0 : secondsSince(at))
    },
    ['what'],
  )
  age('meridian_last_event_seconds', 'Time since the card provider’s last event; absent if none received.', 'webhook')
  stored('meridian_failed_jobs', 'Jobs abandoned in the last 24 hours.', async (self) => self.set((await find('jobs'))?.count ?? 0))
  stored(
    'meridian_late',
    'Whether Today calls it late, by health check.',
    async (self) => {
      for (const { check, isLate } of await health()) self.set({ what: check }, isLate ? 1 : 0)
    },
    ['what'],
  )
  age('meridian_proven_backup_seconds', 'Age of the latest verified backup; absent if none.', 'backup')
  stored('meridian_open_tasks', 'Open tasks.', async (self) => self.set(await countOpenTasks(db)))
  stored('meridian_open_checkouts', 'Card pages still open for payment.', async (self) => self.set(await countOpenCheckouts(db)))
  stored('meridian_held_seats', 'Seats held by unpaid bookings.', async (self) => self.set(await countHeldSeats(db)))
  gauge('meridian_disk_free_bytes', 'Free space on the data disk.', async (self) => {
    self.set(await findFreeBytes(config.DATA_DIR))
  })
}

/** A database that accepts connections and never answers is away too. */
async function respondsInTime(db: Deps['db']): Promise<boolean> {
  const patience = new AbortController()
  const asked = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  const late = delay(DATABASE_PATIENCE_MS, false, { signal: patience.signal, ref: false }).catch(() => false)
  return Promise.race([asked, late]).finally(() => patience.abort())
}

/** Asks over a connection of its own. */
async function respondsAlone(pool: Known['pool']): Promise<boolean> {
  const patience = { connectionTimeoutMillis: DATABASE_PATIENCE_MS, query_timeout: DATABASE_PATIENCE_MS }
  const client = new pg.Client({ ...pool.options, ...patience })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    cutClient(client)
  }
}

/** The gauges of one answer read at the same time, and share what they read. */
function sharedWhileRunning<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return async () => (running ??= read().finally(() => (running = undefined)))
}

/** Counts the card pages on which someone can still pay. */
async function countOpenCheckouts(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('payment_attempts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', 'in', ['creating', 'open'])
    .executeTakeFirstOrThrow()
  return count
}

/** Counts the seats of bookings that are not paid yet. */
async function countHeldSeats(db: Database): Promise<number> {
  const { rows } = await sql<{ seats: number }>`
    select coalesce(sum(coalesce(seats, guests)), 0) as seats from bookings join tour_bookings on booking_id = bookings.id
    where bookings.status = 'pending' and kind = 'tour'`.execute(db)
  return rows[0]?.seats ?? 0
}
