import { constants, openSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** macOS opens and locks in one call; Node names neither flag. */
const openExclusivelyLocked = 0x20

/**
 * Takes the lock of a database's home until this process ends, however it ends. Returns false when another process has it.
 * The kernel holds it, so no kill -9 leaves it behind: on Linux an abstract socket named after the folder's identity
 * (equal through symlinks and mounts), on macOS a locked file.
 */
export function takeLock(home: string): Promise<boolean> {
  return process.platform === 'linux' ? takeSocketName(home) : Promise.resolve(takeFileLock(home))
}

function takeSocketName(home: string): Promise<boolean> {
  const { dev, ino } = statSync(home)
  const holder = createServer((visitor) => visitor.destroy())
  return new Promise((resolve, reject) => {
    holder.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else reject(error)
    })
    holder.listen(`\0embedded-postgres-${dev}-${ino}`, () => resolve(true))
  })
}

function takeFileLock(home: string): boolean {
  const { O_RDWR, O_CREAT, O_NONBLOCK } = constants
  try {
    openSync(join(home, 'watchdog.lock'), O_RDWR | O_CREAT | O_NONBLOCK | openExclusivelyLocked, 0o600)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return false
    throw error
  }
}
