import { join, resolve as absolute } from 'node:path'
import { acquire } from './acquire.ts'
import { findBinaries, installedPackage } from './binaries.ts'
import { createDatabase } from './cluster.ts'
import type { WatchdogConfig } from './control.ts'
import { EmbeddedPostgresError, explainFolderError, useOwnServer } from './errors.ts'
import { keep } from './keep.ts'
import { choosePlace, port, superuser } from './place.ts'

export { EmbeddedPostgresError } from './errors.ts'
export { hasCluster } from './place.ts'

/** Connect with `pg` and `{ host: socketDir, port, user, database }`. */
export interface EmbeddedPostgres {
  socketDir: string
  port: number
  user: string
  database: string
  /** Another live instance had already started the server. */
  adopted: boolean
  /** Releases the server; resolves when it is down if no other instance uses it. May be called twice. */
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL on `dataDir`, or joins the one running there, and creates `database` if needed. `log` receives progress lines. Throws
 * EmbeddedPostgresError, whose message says what to do.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  projectName: string
  database: string
  log: (line: string) => void
  /** Override the durable settings, for instance for a throw-away database. */
  settings?: Record<string, string>
  /** The watchdog's program, if a build has moved it away from this file. */
  watchdog?: string
}): Promise<EmbeddedPostgres> {
  const { database, log, settings = {}, watchdog = join(import.meta.dirname, 'watchdog.ts') } = options
  if (process.platform === 'win32') {
    throw new EmbeddedPostgresError(`The embedded PostgreSQL runs on Linux and macOS; on Windows use WSL, or ${useOwnServer}.`)
  }
  const place = choosePlace(absolute(options.dataDir), options.projectName, log)
  const config = { place, binaries: prepareBinaries(), settings }
  const first = await acquire(config, watchdog, log)
  const kept = keep(first.hold, () => acquire(config, watchdog, log), log)

  function prepareBinaries(): WatchdogConfig['binaries'] {
    try {
      return findBinaries(installedPackage(), place.home, place.account, log)
    } catch (error) {
      throw explainFolderError(error, place.home, place.account.name)
    }
  }

  try {
    await createDatabase(place.socketDir, database)
  } catch (error) {
    await kept.stop()
    throw explainFolderError(error, place.home, place.account.name)
  }
  return { socketDir: place.socketDir, port, user: superuser, database, adopted: first.adopted, stop: kept.stop }
}
