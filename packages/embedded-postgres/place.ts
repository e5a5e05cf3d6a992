import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { canWrite, chooseAccount, isRoot, nameOf, requirePasswdEntry, type Account } from './account.ts'
import { EmbeddedPostgresError, explainFolderError, folderNotWritable } from './errors.ts'

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
 * Throws EmbeddedPostgresError for someone else's socket folder: under /tmp any local user could have made it to pose as our server. A
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

/** SQLITE_BUSY: another process holds the lock. */
const isBusy = 5

/** Never closed: garbage collection would release the lock. */
let held: DatabaseSync | undefined

/**
 * Locks a database's home until this process ends, even by kill -9. Returns false when another process has the lock. No other account can
 * open the file, while anyone could take a socket's abstract name. SQLite does the locking because Node cannot lock files.
 */
export function takeLock(home: string): boolean {
  const file = join(home, 'watchdog.lock')
  // SQLite would create it with the permissions of the umask.
  closeSync(openSync(file, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600))
  const lock = new DatabaseSync(file, { timeout: 100 })
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === isBusy) return false
    throw error
  }
  held = lock
  return held.isOpen
}

/** Only part of the socket's file name: nothing listens on the network. */
export const port = 5432

/** sun_path holds 108 bytes on Linux and 104 on macOS. */
const longestSocketPath = 100

/**
 * Returns the same folder for every instance, whatever its TMPDIR, since adopters must find it: in the home, or in /tmp if that path is
 * too long for a socket. If another user has taken the name in /tmp, it gets an unguessable one, which the home records.
 */
function socketDirOf(home: string, projectName: string, account: Account): string {
  const beside = join(home, 'socket')
  if (Buffer.byteLength(join(beside, `.s.PGSQL.${port}`)) <= longestSocketPath) return beside
  const prefix = join('/tmp', `${projectName.slice(0, 40)}-`)
  const link = join(home, 'socket-folder')
  const kept = readLink(link)
  if (kept !== undefined && isFreeOrOwn(kept, account.uid)) return kept
  const usual = prefix + shortHash(home)
  if (kept === undefined && isFreeOrOwn(usual, account.uid)) return usual
  const made = mkdtempSync(prefix)
  chownSync(made, account.uid, account.gid)
  if (kept !== undefined) rmSync(link, { force: true })
  try {
    symlinkSync(made, link)
    return made
  } catch {
    // Another instance starting at the same time was first.
    rmdirSync(made)
    return readLink(link) ?? usual
  }
}

/** Returns whether the folder is missing, or owned by `uid` and closed to others. */
function isFreeOrOwn(folder: string, uid: number): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  return !found || (found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0)
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

/** As named in postmaster.pid. */
export interface Postmaster {
  pid: number
  socketDir: string
}

/** Returns the live server of this data directory. */
export function findPostmaster(clusterDir: string): Postmaster | undefined {
  const lines = readLines(clusterDir)
  const pid = Number(lines?.[0])
  return lines && pid > 0 && isPostmasterOf(pid, clusterDir) ? { pid, socketDir: lines[4] ?? '' } : undefined
}

/** Returns false for a zombie or a process that has reused the id. */
export function isPostmasterOf(pid: number, clusterDir: string): boolean {
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' })
      .stdout.trim()
      .endsWith('postgres')
  }
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(clusterDir)
  } catch {
    return false
  }
}

/**
 * Lets a new server start despite a dead one's file. PostgreSQL refuses while the id in it belongs to any live process (or zombie, common
 * in containers) except its own parent: us. The rest of the file stays, because PostgreSQL uses it to check that no process of the dead
 * server still works on the data.
 */
export function disarmPostmasterFile(clusterDir: string): void {
  const lines = readLines(clusterDir)
  if (!lines) return
  const file = openSync(pathIn(clusterDir), constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW)
  writeSync(file, [String(process.pid), ...lines.slice(1)].join('\n'))
  closeSync(file)
}

function readLines(clusterDir: string): string[] | undefined {
  try {
    return readFileSync(pathIn(clusterDir), 'utf8').split('\n')
  } catch {
    return undefined
  }
}

function pathIn(clusterDir: string): string {
  return join(clusterDir, 'postmaster.pid')
}
