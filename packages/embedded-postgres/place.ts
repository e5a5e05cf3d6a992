import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { canWrite, chooseAccount, isRoot, nameOf, requirePasswdEntry } from './account.ts'
import type { Account } from './account.ts'
import { EmbeddedPostgresError, explainFolderError, folderNotWritable } from './errors.ts'
import { isFreeOrOwn, shortHash, socketDirOf } from './socket-folder.ts'

export interface Place {
  account: Account
  home: string
  clusterDir: string
  socketDir: string
  logFile: string
}

/** The superuser that initdb creates; the 0700 socket folder takes the place of a password. */
export const superuser = 'postgres'

/**
 * Prepares the folders for `dataDir`. As root, if the server's account cannot reach it, a folder under /var/lib is used and logged.
 * Throws EmbeddedPostgresError.
 */
export function choosePlace(dataDir: string, projectName: string, log: (line: string) => void): Place {
  const account = chooseAccount(clusterIn(dataDir))
  try {
    makeFolder(dataDir, account)
    const wanted = realpathSync(dataDir)
    const home = isRoot() ? homeForAccount(wanted, projectName, account, log) : ownHome(wanted, account)
    return {
      account,
      home,
      clusterDir: clusterIn(home),
      socketDir: socketDirOf(home, projectName, account),
      logFile: join(home, 'postgres.log'),
    }
  } catch (error) {
    throw explainFolderError(error, dataDir, account.name)
  }
}

/** Whether a server has been set up on `dataDir`, or may have been where this account can't look. Changes nothing. */
export function hasCluster(dataDir: string, projectName: string): boolean {
  if (isThere(clusterIn(dataDir))) return true
  return isRoot() && existsSync(dataDir) && isThere(clusterIn(placeElsewhere(realpathSync(dataDir), projectName)))
}

function isThere(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}

/** Where root puts the database if the server's account can't reach `wanted`. */
function placeElsewhere(wanted: string, projectName: string): string {
  return join('/var/lib', projectName, `postgres-${shortHash(wanted)}`)
}

/**
 * Throws EmbeddedPostgresError for somebody else's socket folder: under /tmp any local user could have made it to pose as our server. A
 * missing folder is fine, since the watchdog makes it.
 */
export function requireOwnSocketDir(place: Pick<Place, 'socketDir'>, uid: number): void {
  if (isFreeOrOwn(place.socketDir, uid)) return
  const owner = nameOf(lstatSync(place.socketDir).uid)
  throw new EmbeddedPostgresError(
    `The socket folder ${place.socketDir} belongs to "${owner}" or is accessible to others. Remove it and start again.`,
  )
}

function ownHome(home: string, account: Account): string {
  const isWritable = canWrite(account, home)
  const cluster = isWritable ? statSync(clusterIn(home), { throwIfNoEntry: false }) : undefined
  const ownerUid = (cluster ?? statSync(home)).uid
  if ((cluster || !isWritable) && ownerUid !== account.uid && ownerUid !== 0) {
    const owner = nameOf(ownerUid)
    throw new EmbeddedPostgresError(
      `The database in ${home} belongs to "${owner}", not "${account.name}". Run as root or "${owner}", or choose another folder.`,
    )
  }
  if (!isWritable) throw folderNotWritable(home, account.name)
  if (!cluster) requirePasswdEntry()
  return home
}

function makeFolder(dataDir: string, account: Account): void {
  try {
    mkdirSync(dataDir, { recursive: true })
  } catch (error) {
    // On a read-only file system Node reports ENOENT here.
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw isMissing ? folderNotWritable(dataDir, account.name) : error
  }
}

function homeForAccount(wanted: string, projectName: string, account: Account, log: (line: string) => void): string {
  const elsewhere = placeElsewhere(wanted, projectName)
  const isInPlace = existsSync(clusterIn(wanted))
  // A moved cluster stays in use after the folder becomes reachable; a new empty database would look like lost data.
  if (isInPlace || !existsSync(clusterIn(elsewhere))) {
    giveTo(account, wanted)
    if (canWrite(account, wanted)) return wanted
    if (isInPlace) throw folderNotWritable(wanted, account.name)
  }
  mkdirSync(elsewhere, { recursive: true })
  chmodSync(join('/var/lib', projectName), 0o755)
  const moved = statSync(clusterIn(elsewhere), { throwIfNoEntry: false })
  if (moved) Object.assign(account, chooseAccount(clusterIn(elsewhere)))
  giveTo(account, elsewhere)
  if (!canWrite(account, elsewhere)) throw folderNotWritable(elsewhere, account.name)
  log(`PostgreSQL can’t run as root, and its "${account.name}" account can’t access ${wanted}, so the database is in ${elsewhere}.`)
  return elsewhere
}

function giveTo(account: Account, folder: string): void {
  chownSync(folder, account.uid, account.gid)
  chmodSync(folder, 0o700)
}

function clusterIn(home: string): string {
  return join(home, 'cluster')
}
