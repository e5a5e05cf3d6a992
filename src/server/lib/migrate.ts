import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { Migrator, type Migration, type MigrationProvider } from 'kysely/migration'
import { projectRoot } from '#server/config/root.ts'
import type { Database, Trx } from './db.ts'

const folder = path.join(projectRoot, 'migrations')

const sqlFiles: MigrationProvider = {
  async getMigrations() {
    const migrations: Record<string, Migration> = {}
    for (const file of (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()) {
      const text = await readFile(path.join(folder, file), 'utf8')
      migrations[file.replace(/\.sql$/, '')] = {
        async up(db) {
          await sql.raw(text).execute(db)
        },
      }
    }
    return migrations
  },
}

/** The library's own, for PostgreSQL. */
const MIGRATION_LOCK = '3853314791062309107'

function createMigrator(db: Database): Migrator {
  return new Migrator({ db, provider: sqlFiles })
}

/** Returns the names of the applied migrations. The migrator's lock lets only one of several processes migrate. `last` is the last to apply. */
export async function migrate(db: Database, last?: string): Promise<string[]> {
  const migrator = createMigrator(db)
  const { error, results } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last))
  const failed = results?.find((result) => result.status === 'Error')
  // If no migration failed, the database could not be reached at all.
  if (error instanceof Error && !failed) throw error
  if (error instanceof Error) throw new Error(`Migration ${failed?.migrationName} failed: ${error.message}`, { cause: error })
  return (results ?? []).map((result) => result.migrationName)
}

export async function isMigrated(db: Database): Promise<boolean> {
  return (await listPendingMigrations(db)).length === 0
}

/** Lets no other process migrate, and so no site start, until the connection of `db` ends. */
export async function holdMigrations(db: Database): Promise<void> {
  await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(db)
}

/** Returns the names of all migrations that this version knows, in their order. */
export async function listMigrations(): Promise<string[]> {
  return Object.keys(await sqlFiles.getMigrations())
}

/** Returns the names of the migrations that have not been applied, the first to come first. */
export async function listPendingMigrations(db: Database): Promise<string[]> {
  const migrations = await createMigrator(db).getMigrations()
  return migrations.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name)
}

/**
 * Runs a step that a person starts once no process of an earlier version is left (`migrations/contract`). Waits five seconds for a lock, so that
 * whoever waits behind it hardly notices.
 */
export async function runContract(trx: Trx, name: string): Promise<void> {
  await sql`set local lock_timeout = '5s'`.execute(trx)
  await sql.raw(await readFile(path.join(folder, 'contract', `${name}.sql`), 'utf8')).execute(trx)
}
