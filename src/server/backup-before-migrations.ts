import { setTimeout as pause } from 'node:timers/promises'
import { ConfigError, type Config } from './config.ts'
import type { Connection } from './connection.ts'
import { backUpTo, BusyError, type BackupDeps } from './features/backups/making.ts'
import { hasBusiness } from './features/backups/restoring.ts'
import { createDatabase, createPool, openClient } from './lib/db.ts'
import { listPendingMigrations, refuseNewerVersion } from './lib/migrate.ts'
import { createSiteFiles, openStorages } from './lib/site-files.ts'

const WAIT_MS = 2000

/**
 * Backs up a database with business in it that is about to be migrated, where BACKUP_TO says where. Of several processes that start at once, one
 * does, and the others wait. Throws `ConfigError` if it fails: nothing has been migrated then.
 */
export async function backUpBeforeMigrations(
  config: Config,
  { owner }: Pick<Connection, 'owner'>,
  say: (line: string) => void,
): Promise<void> {
  const { BACKUP_TO: to, BACKUP_BEFORE_MIGRATIONS: isWanted } = config
  if (to === undefined || !isWanted) return
  const db = createDatabase(createPool(owner, 3, () => undefined, 0))
  const turn = await openClient(owner, 'backup')
  try {
    await turn.query(`select pg_advisory_lock(hashtext('meridian-before-migrations'))`)
    const pending = (await hasBusiness(db)) ? await listPendingMigrations(db) : []
    if (pending.length === 0) return
    await refuseNewerVersion(db)
    const files = createSiteFiles(config, await openStorages(config))
    try {
      say(`Backing up to ${to} before ${pending.length} migrations …`)
      await backUpInTurn({ config, connection: owner, db, files }, to, say)
    } catch (error) {
      throw new ConfigError(
        `The database wasn’t migrated because the backup before it failed: ${(error as Error).message} (Set BACKUP_BEFORE_MIGRATIONS=0 to skip the backup.)`,
        { cause: error },
      )
    } finally {
      files.close()
    }
  } finally {
    await turn.end()
    await db.destroy()
  }
}

/** Waits for a nightly backup that is being made: what it shows is older than what is about to be migrated. */
async function backUpInTurn(deps: BackupDeps, to: string, say: (line: string) => void): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      await backUpTo(deps, to, new Date(), () => undefined)
      return
    } catch (error) {
      if (!(error instanceof BusyError)) throw error
      if (isFirst) say('Waiting for another backup to finish…')
      await pause(WAIT_MS)
    }
  }
}
