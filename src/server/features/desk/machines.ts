import { createHmac, randomUUID } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { s3Settings } from '#server/config/files.ts'
import { AVATAR_FOLDER } from '#server/features/accounts/avatars.ts'
import { PHOTO_FOLDER } from '#server/features/vehicles/photos.ts'
import { PRIVATE_FILE } from '#server/lib/data-folder.ts'
import type { Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'

type Config = Deps['config']

const LOOK_MS = 60_000
/** In the data folder: which one it is. */
const ID_FILE = 'folder-id'
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * Records that this process runs, until it is stopped, and looks each minute whether another one differs in a setting that all must share. Each
 * difference is logged once. It never fails a start: a secret that is exchanged on purpose differs until the last process has it.
 */
export async function watchMachines({ db, config, log }: Pick<Deps, 'db' | 'config' | 'log'>, port: number): Promise<() => Promise<void>> {
  const id = randomUUID()
  const name = `${os.hostname()}:${port}`
  let settings: Fingerprints | undefined
  let told = new Set<string>()
  const look = async () => {
    if (settings === undefined) {
      const folder = config.filesIn === 'folder' && { DATA_DIR: await idOfFolder(config.DATA_DIR, db) }
      settings = { ...fingerprintsOf(config), ...folder }
      // What was killed here is not running any more.
      await db.deleteFrom('processes').where('name', '=', name).execute()
    }
    await noteProcess(db, { id, name, settings })
    const says = (await listDifferences(db)).map(inWords)
    for (const line of says) if (!told.has(line)) log.warn(line)
    told = new Set(says)
  }
  const tryLook = async () => look().catch((error: unknown) => log.warn({ err: error }, 'the settings of the processes were not compared'))
  await tryLook()
  const timer = setInterval(() => void tryLook(), LOOK_MS)
  return async () => {
    clearInterval(timer)
    // A database that is away forgets it by itself.
    await db
      .deleteFrom('processes')
      .where('id', '=', id)
      .execute()
      .catch(() => undefined)
  }
}

export function inWords({ setting, machines }: Difference): string {
  const who = machines.map((names) => names.join(', ')).join(' | ')
  if (machines.length === 1) return `${setting} isn’t the folder with this database’s uploaded files: ${who}.`
  return `${setting} differs between the processes on this database: ${who}.`
}

/** Also deletes those that were killed long ago. */
async function noteProcess(db: Database, { id, name, settings }: { id: string; name: string; settings: Fingerprints }): Promise<void> {
  await db
    .deleteFrom('processes')
    .where('seen_at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute()
  const seen = { settings: JSON.stringify(settings), seen_at: sql<Date>`now()` }
  await db
    .insertInto('processes')
    .values({ id, name, ...seen })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(seen))
    .execute()
}

/** Returns digests of what must be the same for all processes on a database, except the data folder. No secret can be read from them. */
export function fingerprintsOf(config: Config): Fingerprints {
  const s3 = s3Settings(config)
  const values: Record<string, unknown> = {
    SESSION_SECRET: config.SESSION_SECRET,
    AGENCY_TIME_ZONE: config.AGENCY_TIME_ZONE,
    PUBLIC_URL: config.PUBLIC_URL,
    STRIPE_SECRET_KEY: config.STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: config.STRIPE_WEBHOOK_SECRET?.toSorted(),
    FILES_IN: config.filesIn,
    S3_BUCKET: s3 && [s3.endpoint, s3.bucket, s3.prefix],
  }
  return Object.fromEntries(Object.entries(values).map(([setting, value]) => [setting, digest(setting, value)]))
}

/** The value is the key, so that it cannot be found by trying out a list of digests. */
function digest(setting: string, value: unknown): string {
  return createHmac('sha256', JSON.stringify(value) ?? '')
    .update(`meridian ${setting}`)
    .digest('base64url')
    .slice(0, 22)
}

/**
 * Returns which data folder it is. The first one is the database's; so is one that already has files but no number, such as one that was moved or
 * restored.
 */
async function idOfFolder(folder: string, db: Database): Promise<string> {
  const file = path.join(folder, ID_FILE)
  const known = await findFolder(db)
  let id = await readId(file)
  if (id === undefined) {
    const fresh = known !== undefined && (await hasUploads(folder)) ? known : randomUUID()
    await writeFile(file, `${fresh}\n`, { flag: 'wx', mode: PRIVATE_FILE }).catch((error: NodeJS.ErrnoException) => {
      // Another process here was quicker.
      if (error.code !== 'EEXIST') throw error
    })
    id = (await readId(file)) ?? fresh
  }
  if (known === undefined) {
    await db
      .insertInto('data_folder')
      .values({ id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return id
}

async function findFolder(db: Database): Promise<string | undefined> {
  return (await db.selectFrom('data_folder').select('id').executeTakeFirst())?.id
}

async function readId(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return UUID.test(text.trim()) ? text.trim() : undefined
}

async function hasUploads(folder: string): Promise<boolean> {
  for (const name of [PHOTO_FOLDER, AVATAR_FOLDER]) {
    const entries = await readdir(path.join(folder, name)).catch(() => [])
    if (entries.length > 0) return true
  }
  return false
}

/** A digest of each setting that all processes on a database must share. */
export type Fingerprints = Record<string, string>

export interface Difference {
  setting: string
  /** The names of those with each value. A single value is another data folder than the database's uploaded files are in. */
  machines: string[][]
}

/** Compares the processes that have been seen within three minutes, and `asking`, which need not be one of them. */
export async function listDifferences(db: Database, asking?: { name: string; settings: Fingerprints }): Promise<Difference[]> {
  const running = await db
    .selectFrom('processes')
    .select(['name', sql<Fingerprints>`settings`.as('settings')])
    .where('seen_at', '>', sql<Date>`now() - interval '3 minutes'`)
    .orderBy('name')
    .limit(100)
    .execute()
  const all = asking ? [...running, asking] : running
  const folder = (await db.selectFrom('data_folder').select('id').executeTakeFirst())?.id
  const settings = [...new Set(all.flatMap((each) => Object.keys(each.settings)))].toSorted()
  return settings.flatMap((setting) => {
    const having = all.filter((each) => each.settings[setting] !== undefined)
    const groups = [...Map.groupBy(having, (each) => each.settings[setting])]
    const isElsewhere = setting === 'DATA_DIR' && folder !== undefined && groups[0]?.[0] !== folder
    if (groups.length < 2 && !isElsewhere) return []
    return [{ setting, machines: groups.map(([, members]) => members.map(({ name }) => name)) }]
  })
}
