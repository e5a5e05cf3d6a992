import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { fault, ok, reasonOf, warning, type Finding } from './finding.ts'

const GIGABYTE = 1_000_000_000
const TIGHT_GB = 2
const FULL_GB = 0.3

/** The first start makes the folder. */
function existingPart(folder: string): string {
  const full = path.resolve(folder)
  return existsSync(full) ? full : existingPart(path.dirname(full))
}

/** Looks at the room that is left where the data are. */
export async function examineDisk(folder: string): Promise<Finding> {
  try {
    const { bavail, bsize } = await statfs(existingPart(folder))
    const free = (bavail * bsize) / GIGABYTE
    const says = `${free.toFixed(1)} GB are free in ${folder}.`
    if (free >= TIGHT_GB) return ok('disk', says)
    const remedy = 'Make room, or move DATA_DIR to a larger disk: a full disk stops the database.'
    return free < FULL_GB ? fault('disk', says, remedy) : warning('disk', says, remedy)
  } catch (error) {
    return fault('disk', `The folder cannot be read: ${reasonOf(error)}.`, 'Choose another DATA_DIR, or let the site’s user own it.')
  }
}
