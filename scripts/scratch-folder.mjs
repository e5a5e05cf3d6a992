// Where a run of the tests keeps what nobody needs afterwards.
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'

const MEMORY = '/dev/shm'
const PREFIX = 'meridian-tests-'
/** A run was seen to hold half a gigabyte; one that fails keeps more, and memory is short before it is full. */
const NEEDED_BYTES = 4 * 2 ** 30
/** No run takes so long. */
const ABANDONED_MS = 24 * 60 * 60 * 1000

/**
 * Returns a new folder, in memory if there is room: each test file has a database of its own, and on a disk most of the work for
 * one is the creation of its thousand files. `TMPDIR` has the last word. Removes what a run that was killed has left a day ago.
 */
export function createScratchFolder({ memory = MEMORY, neededBytes = NEEDED_BYTES } = {}) {
  const base = process.env.TMPDIR === undefined && hasRoom(memory, neededBytes) ? memory : tmpdir()
  for (const name of readdirSync(base)) {
    const folder = path.join(base, name)
    if (name.startsWith(PREFIX) && isAbandoned(folder)) removeAll(folder)
  }
  const folder = mkdtempSync(path.join(base, PREFIX))
  // As root, PostgreSQL runs under another account, which must be able to reach its data.
  chmodSync(folder, 0o755)
  return folder
}

function hasRoom(memory, neededBytes) {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= neededBytes && process.availableMemory() >= 2 * neededBytes
  } catch {
    return false
  }
}

/** A folder of another account is left alone. */
function removeAll(folder) {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    if (error.code !== 'EACCES' && error.code !== 'EPERM') throw error
  }
}

function isAbandoned(folder) {
  const { mtimeMs } = statSync(folder, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() }
  return Date.now() - mtimeMs > ABANDONED_MS
}
