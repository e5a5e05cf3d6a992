import { spawn } from 'node:child_process'
import { programFile } from '#server/config/root.ts'
import { DAY_MS, dayIn, momentIn } from '#shared/dates.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { openPlace, type Place } from '#server/lib/site-files.ts'
import { BACK_UP_JOB } from './commands.ts'
import { writeErasures } from './erasures.ts'
import { findLastBegun } from './queries.ts'

const RETRY_MS = 60 * 60_000

/** Nothing where no place for backups is set. */
export function backupJobs(deps: Deps): JobDefinition[] {
  const { config, db, log, now } = deps
  const { BACKUP_TO: to } = config
  if (to === undefined) return []
  const written = new Set<string>()
  let place: Promise<Place> | undefined
  let isRunning = false

  async function look(): Promise<void> {
    if (await isDue()) begin()
  }

  function begin(): void {
    if (isRunning) return
    isRunning = true
    // A process of its own, so that neither memory nor turns of this one are spent on it.
    const child = spawn(process.execPath, [programFile('src/server/cli'), 'backup', '--nightly'], { stdio: ['ignore', 'ignore', 'pipe'] })
    const said: Buffer[] = []
    child.stderr.on('data', (chunk: Buffer) => said.push(chunk))
    child.once('error', (error) => log.error({ err: error }, 'backup'))
    child.once('close', (code) => {
      isRunning = false
      if (code !== 0) log.error({ said: Buffer.concat(said).toString('utf8').slice(0, 2000) }, 'the backup has failed')
    })
  }

  /** Whether the time of the day has come and no backup was begun since, or that has failed an hour ago. */
  async function isDue(): Promise<boolean> {
    const zone = config.AGENCY_TIME_ZONE
    const today = momentIn(zone, `${dayIn(zone, now())}T${config.BACKUP_AT}`)
    const due = today <= now() ? today : new Date(today.getTime() - DAY_MS)
    const last = await findLastBegun(db)
    // A site that has just been set up waits for its first night.
    if (last === undefined) return today <= now()
    return last.startedAt < due || (last.hasFailed && now().getTime() - last.startedAt.getTime() > RETRY_MS)
  }

  return [
    { name: BACK_UP_JOB, run: async () => begin() },
    { name: 'backups.look', cron: '* * * * *', run: look },
    {
      name: 'backups.erasures',
      cron: '* * * * *',
      run: async () => writeErasures(db, await (place ??= openPlace(config, to)), written, now()),
    },
  ]
}
