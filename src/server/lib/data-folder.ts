import { existsSync } from 'node:fs'
import fs, { chmod, mkdir, opendir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { inBatches } from './file-storage.ts'

export const PRIVATE_FILE = 0o600
export const PRIVATE_FOLDER = 0o700
const BATCH = 500

/**
 * Closes the data folder, including what earlier versions left in it, to every other account on the machine. Skips the
 * embedded database's folder: under root it belongs to another account, which must be able to traverse the data folder.
 */
export async function closeDataFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, process.getuid?.() === 0 ? 0o711 : PRIVATE_FOLDER)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.name === 'postgres' || entry.isSymbolicLink()) continue
    await chmod(path.join(folder, entry.name), entry.isDirectory() ? PRIVATE_FOLDER : PRIVATE_FILE)
  }
}

/**
 * Removes unknown files older than `before` and returns how many. `isKnown` receives relative paths with `/` and returns
 * the known ones.
 */
export async function sweepFolder(folder: string, isKnown: (files: string[]) => Promise<Set<string>>, before: Date): Promise<number> {
  let swept = 0
  for await (const files of inBatches(filesBelow(folder), BATCH)) {
    const known = await isKnown(files)
    for (const file of files.filter((each) => !known.has(each))) {
      const found = await stat(path.join(folder, file)).catch(() => undefined)
      if (!found || found.mtime >= before) continue
      await rm(path.join(folder, file), { force: true })
      swept += 1
    }
  }
  return swept
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  const directory = await opendir(folder, { recursive: true }).catch(() => undefined)
  for await (const entry of directory ?? []) {
    if (entry.isFile()) yield path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')
  }
}

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
