import type { Readable } from 'node:stream'
import pLimit from 'p-limit'
import { z } from 'zod/mini'
import type { Deps } from './deps.ts'
import { inBatches, StorageAwayError, type FileSource } from './file-storage.ts'
import type { JobDefinition } from './queue.ts'

/** Retries removals that failed. */
export const REMOVE_FILES_JOB = 'files.remove'
const removeFilesSchema = z.object({ keys: z.array(z.string()) })

const REMOVALS = 8
const BATCH = 500

export interface Uploads {
  /** The returned path is relative to the folder. Throws 503 while the storage is down. */
  write(id: string, picture: FileSource, type?: PictureFormat): Promise<string>
  /** Returns undefined if the file is incomplete. Throws 503 while the storage is down. */
  open(file: string, bytes: number): Promise<Readable | undefined>
  /** Removes files, immediately or, while the storage is down, by a job. Never throws, since the nightly sweep catches the rest. */
  remove(files: readonly string[]): Promise<void>
  /** Removes unknown files older than `before`, left by interrupted uploads, and returns how many. */
  sweep(findKnown: (files: string[]) => Promise<Set<string>>, before: Date): Promise<number>
}

type UploadDeps = Pick<Deps, 'db' | 'files' | 'queue' | 'log'>

export function createUploads({ db, files, queue, log }: UploadDeps, folder: string): Uploads {
  const keyOf = (file: string) => `${folder}/${file}`

  return {
    async write(id, picture, type = 'webp') {
      const file = `${id.slice(0, 2)}/${id}.${type}`
      await files.write(keyOf(file), picture)
      return file
    },
    async open(file, bytes) {
      const found = await files.open(keyOf(file), bytes)
      return found?.stream
    },
    async remove(paths) {
      const keys = paths.map(keyOf)
      try {
        await removeAll(files, keys)
      } catch (error) {
        log.warn({ err: error }, 'files will be removed later')
        await db
          .transaction()
          .execute(async (trx) => queue.enqueue(trx, REMOVE_FILES_JOB, { keys }))
          .catch((failure: unknown) => log.error({ err: failure }, 'files kept until the nightly sweep'))
      }
    },
    async sweep(findKnown, before) {
      let swept = 0
      for await (const batch of inBatches(files.list(folder), BATCH)) {
        const old = batch.filter(({ changedAt }) => changedAt < before).map(({ key }) => key.slice(folder.length + 1))
        const known = old.length > 0 ? await findKnown(old) : new Set()
        const unknown = old.filter((file) => !known.has(file))
        await removeAll(files, unknown.map(keyOf))
        swept += unknown.length
      }
      return swept
    },
  }
}

/** Retried until the storage is back. */
export function removedFileJobs({ files }: Deps): JobDefinition[] {
  return [{ name: REMOVE_FILES_JOB, run: async (data) => removeAll(files, removeFilesSchema.parse(data).keys) }]
}

async function removeAll(files: Deps['files'], keys: readonly string[]): Promise<void> {
  const limit = pLimit(REMOVALS)
  let away: StorageAwayError | undefined
  const remove = async (key: string) => {
    if (away) return
    await files.remove(key).catch((error: unknown) => {
      if (!(error instanceof StorageAwayError)) throw error
      away = error
    })
  }
  await Promise.all(keys.map(async (key) => limit(remove, key)))
  if (away) throw away
}

export const PICTURE_FORMATS = ['webp', 'avif'] as const
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/** Returns undefined for files that are not pictures, such as a half-written one. */
export function pictureFormatOf(name: string): PictureFormat | undefined {
  return PICTURE_FORMATS.find((format) => name.endsWith(`.${format}`))
}

export function contentTypeOf(name: string): string {
  const format = pictureFormatOf(name)
  return format ? `image/${format}` : 'application/octet-stream'
}
