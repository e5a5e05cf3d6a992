import { closeSync, constants, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** SQLITE_BUSY: another process holds the lock. */
const isBusy = 5

/** Never closed: garbage collection would release the lock. */
let held: DatabaseSync | undefined

/**
 * Locks a database's home until this process ends, even by kill -9. Returns false when another process has the lock. No other account can
 * open the file, while anybody could take a socket's abstract name. SQLite does the locking because Node cannot lock files.
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
