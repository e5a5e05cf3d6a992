import { closeSync, constants, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** SQLite's code for a lock that another process holds (SQLITE_BUSY). */
const isBusy = 5

/** Never closed: collected as garbage, it would give up the lock. */
let held: DatabaseSync | undefined

/**
 * Takes the lock of a database's home until this process ends, however it ends. Returns false when another process has it.
 * It is a lock on a file that no other account can open, so nobody else can hold it: a socket's abstract name is open to
 * everybody. The kernel keeps it, so no kill -9 leaves it behind. SQLite takes it, since Node itself cannot lock a file.
 */
export function takeLock(home: string): boolean {
  const file = join(home, 'watchdog.lock')
  // SQLite would create it as open as the umask allows.
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
