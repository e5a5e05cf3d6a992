import { existsSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'

const GIGABYTE = 1_000_000_000
/** With less, something has to be done before long (ops/alerts.yml says the same). */
export const TIGHT_BYTES = 2 * GIGABYTE
export const MAKE_ROOM = 'Free up space or move DATA_DIR to a larger disk: the database stops when the disk is full.'

/** Returns the bytes that are left where the folder is or will be: the first start makes it. */
export async function findFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await fs.statfs(existingPart(folder))
  return bavail * bsize
}

export function sayFree(bytes: number, folder: string): string {
  return `${(bytes / GIGABYTE).toFixed(1)} GB is free in ${folder}.`
}

function existingPart(folder: string): string {
  const full = path.resolve(folder)
  return existsSync(full) ? full : existingPart(path.dirname(full))
}
