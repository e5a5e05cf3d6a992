import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { HealthCheck } from '#shared/desk/health.ts'
import type { Deps } from '#server/lib/deps.ts'
import { findFreeBytes } from '#server/lib/disk-room.ts'
import { listDueJobs } from '#server/lib/job-states.ts'
import { countOpenTasks } from '#server/features/tasks/queries.ts'
import { checkHealth } from '../health/queries.ts'
import { countHeldSeats, countOpenCheckouts } from './queries.ts'

const WAITING = new Set<HealthCheck>(['event', 'refund', 'email'])

type Known = Pick<Deps, 'db' | 'pool' | 'config' | 'now'>

/** Reads what business and machine stand at whenever somebody asks. What cannot be read is left out of that answer. */
export function readBusiness(deps: Known, registry: Registry): void {
  const { db, pool, config, now } = deps
  const gauge = (name: string, help: string, read: (gauge: Gauge) => Promise<void> | void, labelNames: string[] = []) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset()
        await Promise.resolve(read(this)).catch(() => this.remove())
      },
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
    self.set(
      await sql`select 1`.execute(db).then(
        () => 1,
        () => 0,
      ),
    )
  })
  gauge(
    'meridian_jobs_waiting',
    'Due jobs that have not started.',
    async (self) => {
      for (const { name, count } of await listDueJobs(db, now())) self.set({ queue: name }, count)
    },
    ['queue'],
  )
  gauge(
    'meridian_job_oldest_seconds',
    'How long the oldest due job in a queue has been waiting.',
    async (self) => {
      for (const { name, seconds } of await listDueJobs(db, now())) self.set({ queue: name }, seconds)
    },
    ['queue'],
  )
  gauge(
    'meridian_oldest_waiting_seconds',
    'How long the oldest event, refund or email has been waiting; 0 if none.',
    async (self) => {
      for (const { check, at } of await checkHealth(db, now(), config))
        if (WAITING.has(check)) self.set({ what: check }, at === null ? 0 : (now().getTime() - Date.parse(at)) / 1000)
    },
    ['what'],
  )
  gauge('meridian_last_event_seconds', 'Time since the card provider’s last event; absent if none received.', async (self) => {
    const at = (await checkHealth(db, now(), config)).find(({ check }) => check === 'webhook')?.at
    if (at) self.set((now().getTime() - Date.parse(at)) / 1000)
    else self.remove()
  })
  gauge('meridian_failed_jobs', 'Jobs abandoned in the last 24 hours.', async (self) => {
    self.set((await checkHealth(db, now(), config)).find(({ check }) => check === 'jobs')?.count ?? 0)
  })
  gauge('meridian_proven_backup_seconds', 'Age of the latest verified backup; absent if none.', async (self) => {
    const at = (await checkHealth(db, now(), config)).find(({ check }) => check === 'backup')?.at
    if (at) self.set((now().getTime() - Date.parse(at)) / 1000)
    else self.remove()
  })
  gauge('meridian_open_tasks', 'Open tasks.', async (self) => self.set(await countOpenTasks(db)))
  gauge('meridian_open_checkouts', 'Card pages still open for payment.', async (self) => self.set(await countOpenCheckouts(db)))
  gauge('meridian_held_seats', 'Seats held by unpaid bookings.', async (self) => self.set(await countHeldSeats(db)))
  gauge('meridian_disk_free_bytes', 'Free space on the data disk.', async (self) => {
    self.set(await findFreeBytes(config.DATA_DIR))
  })
}
