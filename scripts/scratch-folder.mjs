// Where a run of the tests keeps what nobody needs afterwards.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, statfsSync, writeFileSync } from 'node:fs'
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

function hasRoom(folder, neededBytes) {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= neededBytes && process.availableMemory() >= 2 * neededBytes && canRunPrograms(folder)
  } catch {
    return false
  }
}

/** In many containers nothing can be run from what is in memory, and some tests copy PostgreSQL beside its data. */
function canRunPrograms(folder) {
  const program = path.join(mkdtempSync(path.join(folder, PREFIX)), 'program')
  try {
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
    return spawnSync(program).status === 0
  } finally {
    rmSync(path.dirname(program), { recursive: true })
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
