import { spawn } from 'node:child_process'
import { Readable } from 'node:stream'
import { addDays, dayIn, momentIn, type Day } from '#shared/dates.ts'
import { programFile } from '#server/config/root.ts'
import { unlessRunning, type Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { openPlace, placeName, type Place } from '#server/lib/site-files.ts'
import { ERASURES, findPlaceTrouble } from './places.ts'
import { BACK_UP_JOB, findLastBegun, noteUnlessBegun } from './records.ts'

const RETRY_MS = 60 * 60_000
/** A disk that is away can hold a process for ever. */
const LIMIT_MS = 12 * 60 * 60_000
/** Clocks differ. */
const MARGIN_MS = 5000

/**
 * Tries the place out as this process, which may have fewer rights than a person there. What is wrong is noted as a failed backup, so that Today,
 * the doctor and the alarm say it before the first night, and a backup is tried again in an hour.
 */
export async function tryBackupPlace({ config, db, log }: Pick<Deps, 'config' | 'db' | 'log'>): Promise<void> {
  const { BACKUP_TO: to } = config
  const trouble = to === undefined ? undefined : await findPlaceTrouble(config, to)
  if (to === undefined || trouble === undefined) return
  log.error({ place: to }, `backups to BACKUP_TO will fail: ${trouble}`)
  await noteUnlessBegun(db, placeName(to), RETRY_MS, trouble)
}

/** Nothing where no place for backups is set. */
export function backupJobs(deps: Deps): JobDefinition[] {
  const { config, db, log, now } = deps
  const { BACKUP_TO: to } = config
  if (to === undefined) return []
  const written = new Set<string>()
  const place = placeName(to)
  let opened: Promise<Place> | undefined
  let isRunning = false

  async function look(): Promise<void> {
    if (await isDue()) begin()
  }

  function begin(): void {
    if (isRunning) return
    isRunning = true
    const startedAt = performance.now()
    // A process of its own, so that neither memory nor turns of this one are spent on it, with the same limits on its memory.
    const command = [...process.execArgv, programFile('src/server/cli'), 'backup', '--nightly']
    const child = spawn(process.execPath, command, { stdio: ['ignore', 'ignore', 'pipe'] })
    const said: Buffer[] = []
    child.stderr.on('data', (chunk: Buffer) => said.push(chunk))
    const limit = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS)
    limit.unref()
    child.once('error', (error) => log.error({ err: error }, 'backup'))
    child.once('close', (code) => {
      clearTimeout(limit)
      isRunning = false
      if (code !== 0) void noteEnd(Buffer.concat(said).toString('utf8').slice(0, 2000), performance.now() - startedAt)
    })
  }

  /** Of a process that said why it did not come to its end. */
  async function noteEnd(why: string, afterMs: number): Promise<void> {
    try {
      const hasFailed = await noteUnlessBegun(db, place, afterMs + MARGIN_MS, why || 'Interrupted.')
      if (hasFailed) log.error({ said: why }, 'the backup has failed or wasn’t verified')
      else log.info('another backup is already running')
    } catch (error) {
      log.error({ err: error, said: why }, 'the backup has failed')
    }
  }

  /** Whether the time of the day has come and no backup was begun since, or that has failed or was interrupted an hour ago. */
  async function isDue(): Promise<boolean> {
    const zone = config.AGENCY_TIME_ZONE
    const dueOn = (day: Day) => momentIn(zone, `${day}T${config.BACKUP_AT}`)
    const day = dayIn(zone, now())
    const due = dueOn(day) <= now() ? dueOn(day) : dueOn(addDays(day, -1))
    const last = await findLastBegun(db, place)
    // A site that has just been set up waits for its first night.
    if (last === undefined) return dueOn(day) <= now()
    if (last.startedAt < due) return true
    if (now().getTime() - last.startedAt.getTime() < RETRY_MS) return false
    return last.hasFailed || (!last.hasEnded && (await unlessRunning(db, 'backup', async () => undefined)))
  }

  return [
    { name: BACK_UP_JOB, run: async () => begin() },
    { name: 'backups.look', cron: '* * * * *', run: look },
    {
      name: 'backups.erasures',
      cron: '* * * * *',
      run: async () => writeErasures(db, await (opened ??= openPlace(config, to)), written, now()),
    },
  ]
}

/** Looks this far back, in case no site has run for a while. */
const LOOKED_BACK_MS = 7 * 24 * 60 * 60_000

interface Erasure {
  id: string
  at: Date
}

/**
 * Writes beside the backups who has deleted an account, so that a restore of one made before deletes it again: an empty file each, named by
 * moment and account. `written` remembers what is there.
 */
export async function writeErasures(db: Database, place: Place, written: Set<string>, now: Date): Promise<void> {
  if (written.size === 0) for (const { id, at } of await listErasures(place)) written.add(nameOf({ id, at }))
  const rows = await db
    .selectFrom('users')
    .select(['id', 'deleted_at as at'])
    .where('deleted_at', '>', new Date(now.getTime() - LOOKED_BACK_MS))
    .execute()
  for (const { id, at } of rows) {
    const name = nameOf({ id, at: at ?? now })
    if (written.has(name)) continue
    await place.storage.writeStream(`${ERASURES}/${name}`, Readable.from([Buffer.from('\n')]))
    written.add(name)
  }
}

export async function listErasures({ storage }: Place): Promise<Erasure[]> {
  const found: Erasure[] = []
  for await (const { key } of storage.list(ERASURES)) {
    const [, at, id] = /\/(\d+)-([\w-]+)$/.exec(key) ?? []
    if (at !== undefined && id !== undefined) found.push({ id, at: new Date(Number(at)) })
  }
  return found
}

function nameOf({ id, at }: Erasure): string {
  return `${at.getTime()}-${id}`
}
