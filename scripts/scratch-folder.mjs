// Holds a test run's temporary files.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'

const MEMORY = '/dev/shm'
const PREFIX = 'meridian-tests-'
/** A run has used half a gigabyte; a failing one keeps more, and memory runs short before it is full. */
const NEEDED_BYTES = 4 * 2 ** 30
/** Longer than any run takes. */
const ABANDONED_MS = 24 * 60 * 60 * 1000

/**
 * Creates a folder in memory if there is room: each test file has its own database, and on disk most of the work is
 * creating its thousand files. `TMPDIR` takes precedence. Folders of killed runs are removed after a day.
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

/** Many containers forbid running programs from memory, and some tests copy PostgreSQL next to its data. */
function canRunPrograms(folder) {
  const program = path.join(mkdtempSync(path.join(folder, PREFIX)), 'program')
  try {
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
    return spawnSync(program).status === 0
  } finally {
    rmSync(path.dirname(program), { recursive: true })
  }
}

/** Skips folders that belong to another account. */
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
