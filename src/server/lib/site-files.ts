import path from 'node:path'
import { parseBucket, s3SettingsOf } from '#server/config/backups.ts'
import { s3Settings } from '#server/config/files.ts'
import type { Config } from '../config.ts'
import type { FileStorage } from './file-storage.ts'
import { createFolderStorage } from './folder-storage.ts'
import { openS3Storage } from './s3-storage.ts'

export interface Storages {
  folder: FileStorage
  /** Undefined without S3_BUCKET. */
  s3: FileStorage | undefined
}

export async function openStorages(config: Config): Promise<Storages> {
  const settings = s3Settings(config)
  return { folder: createFolderStorage(config.DATA_DIR), s3: settings && (await openS3Storage(settings)) }
}

/** A folder or a bucket of its own that keeps backups. */
export interface Place {
  /** As in BACKUP_TO. */
  name: string
  storage: FileStorage
}

/** The same for each way of writing it. */
export function placeName(name: string): string {
  return name.startsWith('s3:') ? name : path.resolve(name)
}

export async function openPlace(config: Config, name: string): Promise<Place> {
  if (!name.startsWith('s3:')) return { name: placeName(name), storage: createFolderStorage(placeName(name), placeName(name)) }
  const bucket = parseBucket(name)
  const settings = bucket && s3SettingsOf(config, bucket.bucket, bucket.path)
  if (!settings) throw new Error('Name a bucket as s3://bucket/folder, and set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.')
  return { name, storage: await openS3Storage(settings) }
}

/** Returns the configured storage. Files not yet moved there are found in the other one. */
export function createSiteFiles(config: Config, { folder, s3 }: Storages): FileStorage {
  if (!s3) return folder
  return config.filesIn === 's3' ? inEither(s3, folder) : inEither(folder, s3)
}

/** Writes to the first storage; finds, lists and removes in both. */
function inEither(first: FileStorage, other: FileStorage): FileStorage {
  return {
    write: async (key, source) => first.write(key, source),
    writeStream: async (key, stream) => first.writeStream(key, stream),
    async open(key, bytes) {
      let failure: Error | undefined
      // The first is tried again, because a file being moved may have arrived there in the meantime.
      for (const storage of [first, other, first]) {
        const file = await storage.open(key, bytes).catch((error: unknown) => void (failure = error as Error))
        if (file) return file
      }
      // The file may be in the storage that is down, so we cannot say that it does not exist.
      if (failure) throw failure
      return undefined
    },
    async remove(key) {
      // In this order a file being moved to the first storage is not left there (moved-files.ts checks its old place last).
      const results = [await Promise.allSettled([other.remove(key)]), await Promise.allSettled([first.remove(key)])].flat()
      for (const result of results) if (result.status === 'rejected') throw result.reason
    },
    async *list(name) {
      yield* other.list(name)
      yield* first.list(name)
    },
    close() {
      first.close()
      other.close()
    },
  }
}
