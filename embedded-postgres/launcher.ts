import { resolve as absolute, join } from 'node:path'
import { acquire } from './acquire.ts'
import { findBinaries, installedPackage } from './binaries.ts'
import type { Hold } from './control.ts'
import { createDatabase } from './create-database.ts'
import { EmbeddedPostgresError, explainFolderError, useOwnServer } from './errors.ts'
import { choosePlace, port, superuser } from './place.ts'
import type { WatchdogConfig } from './watchdog-config.ts'

export { EmbeddedPostgresError } from './errors.ts'

/** A server that is up; connect with `pg` and `{ host: socketDir, port, user, database }`. */
export interface EmbeddedPostgres {
  socketDir: string
  port: number
  user: string
  database: string
  /** True when another live instance had already started the server of this data directory. */
  adopted: boolean
  /** Gives up the server; if no other instance uses it, resolves when it is down. May be called twice. */
  stop(): Promise<void>
}

/** A server that ends this often, each time within the minute, is left alone. */
const mostRestarts = 5
const steadyAfterMs = 60_000

/**
 * Starts PostgreSQL on `dataDir`, or joins the one running there, and makes sure `database` exists.
 * `log` receives progress lines. Throws EmbeddedPostgresError, whose message says what to do.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  projectName: string
  database: string
  log: (line: string) => void
  /** Server settings over ours, such as those of a database that nobody needs tomorrow. */
  settings?: Record<string, string>
  /** The file of the watchdog's program, where a build has moved it away from this one. */
  watchdog?: string
}): Promise<EmbeddedPostgres> {
  const { database, log, settings = {}, watchdog = join(import.meta.dirname, 'watchdog.ts') } = options
  if (process.platform === 'win32') {
    throw new EmbeddedPostgresError(`The embedded PostgreSQL runs on Linux and macOS; on Windows use WSL, or ${useOwnServer}.`)
  }
  const place = choosePlace(absolute(options.dataDir), options.projectName, log)
  const config = { place, binaries: prepareBinaries(), settings }
  const first = await acquire(config, watchdog, log)
  let isStopping = false
  let current: Promise<Hold | undefined> = Promise.resolve(first.hold)

  function prepareBinaries(): WatchdogConfig['binaries'] {
    try {
      return findBinaries(installedPackage(), place.home, place.account, log)
    } catch (error) {
      throw explainFolderError(error, place.home, place.account.name)
    }
  }

  /** Brings the server back when it or its watchdog has died under us. */
  async function keep(hold: Hold, restarts: number): Promise<void> {
    const heldSince = Date.now()
    await hold.ended
    if (isStopping) return
    if (restarts >= mostRestarts) {
      log(`The database server keeps ending; see ${place.logFile}.`)
      return
    }
    log('The database server ended unexpectedly; starting it again.')
    current = acquire(config, watchdog, log).then(
      (next) => next.hold,
      (error: unknown) => {
        log(error instanceof Error ? error.message : String(error))
        return undefined
      },
    )
    const next = await current
    const wasSteady = Date.now() - heldSince > steadyAfterMs
    if (next) await keep(next, wasSteady ? 0 : restarts + 1)
  }

  async function stop(): Promise<void> {
    isStopping = true
    await (await current)?.release()
  }

  try {
    await createDatabase(place.socketDir, database)
  } catch (error) {
    await stop()
    throw explainFolderError(error, place.home, place.account.name)
  }
  void keep(first.hold, 0)
  return { socketDir: place.socketDir, port, user: superuser, database, adopted: first.adopted, stop }
}
