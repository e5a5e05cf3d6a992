import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import pLimit from 'p-limit'
import { inBatches, type FileStorage } from './file-storage.ts'
import { pictureFormatOf } from './uploads.ts'

const MOVES = 8
const BATCH = 200

export interface MoveReport {
  moved: number
  bytes: number
  /** Copied by an earlier run that was interrupted before it removed the originals. */
  arrivedBefore: number
}

/**
 * Moves the files of these folders while the site is running: each is copied, read back and compared, and only then
 * removed from its old place. Throws if a copy is corrupted, and `StorageAwayError`; files not moved by then stay in
 * their old place.
 */
export async function moveFiles(from: FileStorage, to: FileStorage, folders: readonly string[], report: MoveReport): Promise<void> {
  const limit = pLimit(MOVES)
  let failure: Error | undefined
  const move = async (key: string) => {
    if (failure) return
    await moveFile(key, from, to, report).catch((error: unknown) => void (failure ??= error as Error))
  }
  for (const folder of folders) {
    let found: number
    do {
      found = 0
      for await (const batch of inBatches(from.list(folder), BATCH)) {
        // Skips the remains of interrupted writes.
        const pictures = batch.filter(({ key }) => pictureFormatOf(key))
        found += pictures.length
        await Promise.all(pictures.map(async ({ key }) => limit(move, key)))
        if (failure) throw failure
      }
      // More may have been uploaded in the meantime.
    } while (found > 0)
  }
}

async function moveFile(key: string, from: FileStorage, to: FileStorage, report: MoveReport): Promise<void> {
  const original = await digestOf(from, key)
  if (!original) return
  const hasArrived = async () => (await digestOf(to, key))?.hash === original.hash
  const arrivedBefore = await hasArrived()
  if (!arrivedBefore) await copy(key, original.bytes, from, to)
  const isThere = arrivedBefore || (await hasArrived())
  // Its owner removed it, perhaps before it arrived, so the copy must not bring it back.
  if (!(await exists(from, key))) return to.remove(key)
  if (!isThere) throw new Error(`${key} was not copied correctly, so the original is kept.`)
  await from.remove(key)
  report.moved += 1
  report.bytes += original.bytes
  if (arrivedBefore) report.arrivedBefore += 1
}

async function copy(key: string, bytes: number, from: FileStorage, to: FileStorage): Promise<void> {
  const open = async () => (await from.open(key))?.stream ?? Promise.reject(new Error(`${key} has been removed.`))
  try {
    await to.write(key, { bytes, open })
  } catch (error) {
    if (await exists(from, key)) throw error
  }
}

async function exists(storage: FileStorage, key: string): Promise<boolean> {
  const file = await storage.open(key)
  file?.stream.destroy()
  return file !== undefined
}

async function digestOf(storage: FileStorage, key: string): Promise<{ hash: string; bytes: number } | undefined> {
  const file = await storage.open(key)
  if (!file) return undefined
  const hash = createHash('sha256')
  await pipeline(file.stream, hash)
  return { hash: hash.digest('hex'), bytes: file.bytes }
}
