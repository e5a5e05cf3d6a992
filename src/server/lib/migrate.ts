import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { Migrator, type Migration, type MigrationProvider } from 'kysely/migration'
import { projectRoot } from '#server/config/root.ts'
import type { Database } from './db.ts'

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

function createMigrator(db: Database): Migrator {
  return new Migrator({ db, provider: sqlFiles })
}

/** Returns the names of the applied migrations. The migrator's lock lets only one of several processes migrate. */
export async function migrate(db: Database): Promise<string[]> {
  const { error, results } = await createMigrator(db).migrateToLatest()
  const failed = results?.find((result) => result.status === 'Error')
  // If no migration failed, the database could not be reached at all.
  if (error instanceof Error && !failed) throw error
  if (error instanceof Error) throw new Error(`Migration ${failed?.migrationName} failed: ${error.message}`, { cause: error })
  return (results ?? []).map((result) => result.migrationName)
}

export async function isMigrated(db: Database): Promise<boolean> {
  const migrations = await createMigrator(db).getMigrations()
  return migrations.every((migration) => migration.executedAt !== undefined)
}
