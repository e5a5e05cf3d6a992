import { spawnSync } from 'node:child_process'
import { closeSync, constants, openSync, readFileSync, readlinkSync, realpathSync, writeSync } from 'node:fs'
import { join } from 'node:path'

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
