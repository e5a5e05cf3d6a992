import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '#server/config.ts'
import { parseBucket, s3SettingsOf } from '#server/config/backups.ts'
import { s3Settings } from '#server/config/files.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from './data-folder.ts'
import { asStorageError, DATA_FOLDER, wholeFile, type FileStorage } from './file-storage.ts'
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

/** `name` is what its failures call the folder. */
export function createFolderStorage(folder: string, name = DATA_FOLDER): FileStorage {
  const root = path.resolve(folder)

  function fail(error: unknown): never {
    throw asStorageError(error, name)
  }

  async function writeStream(key: string, stream: Readable): Promise<void> {
    const file = path.join(root, key)
    // No row refers to this temporary name. What a crash leaves behind is swept up later.
    const half = `${file}.${randomUUID()}.part`
    try {
      await mkdir(path.dirname(file), { recursive: true, mode: PRIVATE_FOLDER })
      await pipeline(stream, createWriteStream(half, { flags: 'wx', mode: PRIVATE_FILE, flush: true }))
      await rename(half, file)
    } catch (error) {
      await rm(half, { force: true }).catch(() => undefined)
      fail(error)
    }
  }

  return {
    writeStream,
    async write(key, source) {
      await writeStream(key, await source.open().catch(fail))
    },
    async open(key, bytes) {
      try {
        const handle = await open(path.join(root, key))
        const { size } = await handle.stat()
        return wholeFile({ bytes: size, stream: handle.createReadStream() }, bytes)
      } catch (error) {
        if (isMissing(error)) return undefined
        return fail(error)
      }
    },
    async remove(key) {
      await rm(path.join(root, key), { force: true }).catch(fail)
    },
    async *list(part) {
      try {
        for await (const entry of await opendir(path.join(root, part), { recursive: true })) {
          if (!entry.isFile()) continue
          const file = path.join(entry.parentPath, entry.name)
          const found = await stat(file).catch(() => undefined)
          if (found) yield { key: path.relative(root, file).split(path.sep).join('/'), changedAt: found.mtime, bytes: found.size }
        }
      } catch (error) {
        if (!isMissing(error)) fail(error)
      }
    },
    close: () => undefined,
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}
