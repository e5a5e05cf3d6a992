import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { projectRoot } from '#server/config/root.ts'
import type { Database, Trx } from './db.ts'

const folder = path.join(projectRoot, 'migrations')

/** Longer with each try, because PostgreSQL's own housekeeping gives way only to who has waited for a second. */
const LOCK_MS = [500, 500, 1000, 2000, 5000]
const TRIES = 100
const PAUSE_MS = 500
/** A lock was not to be had in time, or there was a deadlock. */
const OTHERS_WORK = new Set(['55P03', '40P01'])

/** Its message says what to do. */
export class TooOldError extends Error {}

/**
 * A migration that touches two tables in use has this line between them. Waiting for one table while holding another's lock can make a
 * checkout the victim of a deadlock.
 */
const NEXT_TRANSACTION = '\n-- next transaction\n'

/** Returns the statements of each migration, which is a transaction. Those of a file are named NAME, NAME.02, … */
export async function readMigrations(): Promise<[name: string, text: string][]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const parts = files.map(async (file): Promise<[string, string][]> => {
    const name = file.replace(/\.sql$/, '')
    const texts = (await readFile(path.join(folder, file), 'utf8')).split(NEXT_TRANSACTION)
    return texts.map((text, index) => [index === 0 ? name : `${name}.${String(index + 1).padStart(2, '0')}`, text])
  })
  return (await Promise.all(parts)).flat()
}

/** The library's own, for PostgreSQL. */
const MIGRATION_LOCK = '3853314791062309107'

/** Returns the names of what has been applied, perhaps by a later version. */
export async function listApplied(db: Database): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string | null }>`select to_regclass('kysely_migration') as name`.execute(db)
  if (!tables[0]?.name) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}

async function createMigrator(db: Database, lockMs = () => 0): Promise<Migrator> {
  const own: Record<string, Migration> = {}
  for (const [name, text] of await readMigrations()) own[name] = { up: async (trx: Trx) => runMigration(trx, text, lockMs()) }
  // What a later version has applied is none of ours: we run beside it, or again after it.
  const all = async () => ({ ...Object.fromEntries((await listApplied(db)).map((name) => [name, NOTHING])), ...own })
  return new Migrator({ db, provider: { getMigrations: all } })
}

async function runMigration(trx: Trx, text: string, lockMs: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${lockMs}ms`}, true)`.execute(trx)
  await sql.raw(text).execute(trx)
}

const NOTHING: Migration = { up: async () => undefined }

/**
 * Returns the names of the applied migrations. The migrator's lock lets only one of several processes migrate. In a database that is in use
 * each is a transaction of its own and gives way to others, so that no one waits long behind it or is the victim of a deadlock: it is
 * tried again. `last` is the last to apply, in a transaction of the caller's.
 */
export async function migrate(db: Database, last?: string): Promise<string[]> {
  let tries = 0
  const isAlone = db.isTransaction || (await listApplied(db)).length === 0
  const migrator = await createMigrator(db, () => (isAlone ? 0 : (LOCK_MS[Math.min(tries, LOCK_MS.length - 1)] ?? 0)))
  const step = async () => {
    if (last !== undefined) return migrator.migrateTo(last)
    return isAlone ? migrator.migrateToLatest() : migrator.migrateUp()
  }
  const applied: string[] = []
  for (;;) {
    const { error, results = [] } = await step()
    const failed = results.find((result) => result.status === 'Error')
    if (error === undefined) {
      applied.push(...results.map((result) => result.migrationName))
      if (isAlone || results.length === 0) return applied
      tries = 0
    } else if (OTHERS_WORK.has((error as { code?: string }).code ?? '') && !isAlone && tries < TRIES) {
      tries += 1
      await delay(PAUSE_MS * Math.random())
    } else {
      if (error instanceof Error && error.message.startsWith('corrupted migrations')) await refuseNewerVersion(db)
      // If no migration failed, the database could not be reached at all.
      if (error instanceof Error && !failed) throw error
      throw new Error(`Migration ${failed?.migrationName} failed: ${(error as Error).message}`, { cause: error })
    }
  }
}

/** Returns a sentence if the database was prepared by a version with other migrations: one of ours would come before one that is applied. */
export async function findNewerVersion(db: Database): Promise<string | undefined> {
  const last = (await listApplied(db)).toSorted().at(-1)
  const [missing] = await listPendingMigrations(db)
  if (last === undefined || missing === undefined || missing > last) return undefined
  return `This version is too old for its database: ${last} has been applied, but not ${missing}.`
}

/** What helps then. */
export const START_NEWER = 'Start the version that ran last, or a newer one.'

export async function refuseNewerVersion(db: Database): Promise<void> {
  const trouble = await findNewerVersion(db)
  if (trouble !== undefined) throw new TooOldError(`${trouble} ${START_NEWER}`)
}

export async function isMigrated(db: Database): Promise<boolean> {
  return (await listPendingMigrations(db)).length === 0
}

/** Lets no other process migrate, and so no site start, until the connection of `db` ends. */
export async function holdMigrations(db: Database): Promise<void> {
  await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(db)
}

/** Returns once no other process migrates or holds migrations. */
export async function awaitMigrations(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${MIGRATION_LOCK})`.execute(db)
}

/** Returns the names of all migrations that this version knows, in their order. */
export async function listMigrations(): Promise<string[]> {
  return (await readMigrations()).map(([name]) => name)
}

/** Returns the names of the migrations that have not been applied, the first to come first. */
export async function listPendingMigrations(db: Database): Promise<string[]> {
  const migrations = await (await createMigrator(db)).getMigrations()
  return migrations.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name)
}

/**
 * Runs a step that a person starts once no process of an earlier version is left (`migrations/contract`). Waits five seconds for a lock, so that
 * what waits behind it hardly notices.
 */
export async function runContract(trx: Trx, name: string): Promise<void> {
  await sql`set local lock_timeout = '5s'`.execute(trx)
  await sql.raw(await readFile(path.join(folder, 'contract', `${name}.sql`), 'utf8')).execute(trx)
}
